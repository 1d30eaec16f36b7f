import type { TextFile } from "./exchange";
import type { FoundFolder } from "./import-folders";

const MAINS = ["CAPABILITY.yaml", "SKILL.md"] as const;
/** Folders that tools keep for themselves, and files of the system that come along with a drop. */
const NOISE = /(^|\/)(\.git|node_modules|__MACOSX)\/|(^|\/)(\.DS_Store|Thumbs\.db)$/;

function normalise(path: string): string {
  return path.replace(/\\/g, "/").replace(/^(?:\.\/)+/, "");
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** `<name>/current/CAPABILITY.yaml` is the contract of `<name>` (design.md 4). */
function nameFolderOf(folder: string): string {
  return folder.endsWith("/current") ? folder.slice(0, -"/current".length) : folder;
}

/**
 * Parts files into folders that are one capability each and single documents. A file belongs to the nearest folder above it
 * that has a CAPABILITY.yaml or a SKILL.md; with both, the contract counts, as it does in the registry.
 */
export function groupFiles(files: readonly TextFile[]): { folders: FoundFolder[]; documents: TextFile[] } {
  const kept = files.map((file) => ({ ...file, path: normalise(file.path) })).filter(({ path }) => !NOISE.test(path));
  const folders = new Map<string, FoundFolder>();
  for (const main of MAINS) {
    for (const { path } of kept) {
      const folder = folderOf(path);
      if ((path === main || path.endsWith(`/${main}`)) && !folders.has(folder)) {
        folders.set(folder, { path: nameFolderOf(folder), main, files: [] });
      }
    }
  }
  const documents: TextFile[] = [];
  for (const { path, text } of kept) {
    const home = findHome(folders, path);
    if (home === undefined) documents.push({ path, text });
    else folders.get(home)?.files.push({ path: home === "" ? path : path.slice(home.length + 1), text });
  }
  return { folders: [...folders.values()], documents };
}

/** Files that were given without a folder: a list of tools beside a SKILL.md is no part of the skill. */
const LOOSE_DOCUMENT = /^[^/]+\.(json|ya?ml)$/i;

function findHome(folders: ReadonlyMap<string, FoundFolder>, path: string): string | undefined {
  if (LOOSE_DOCUMENT.test(path) && path !== "CAPABILITY.yaml") return undefined;
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (folders.has(folder)) return folder;
    if (folder === "") return undefined;
  }
}
