import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CapabilityFiles } from "#server/capability/contract";
import type { BrokenEntry } from "./catalog";
import { type EntryPlace, type LoadedEntry, loadEntry, type ScannedEntry } from "./load-entry";
import { isFolder, isIgnoredName, toReason } from "./read-folder";
import { runBounded } from "./run-bounded";

/** Folders read at once; more only queues in the disk. */
const CONCURRENCY = 16;

export type ScannedFolder = { kind: "ok"; entry: ScannedEntry } | { kind: "broken"; broken: BrokenEntry };

/** What a root holds, by the path of each folder that is or claims to be a capability. */
export type RootScan = { folders: ReadonlyMap<string, ScannedFolder>; problem?: string };

export type ScanOptions = {
  /** Called with the bytes of each loadable entry, the same its digest is of. */
  onFiles: (entry: ScannedEntry, files: CapabilityFiles) => void;
  /** Called with each folder at or under an entry's before it is listed. */
  onFolder?: (entryFolder: string, folder: string) => void;
};

type Root = Pick<EntryPlace, "rootPath" | "layer">;

function toScanned(loaded: LoadedEntry, options: ScanOptions): ScannedFolder | null {
  switch (loaded.kind) {
    case "none":
      return null;
    case "broken":
      return loaded;
    case "ok":
      options.onFiles(loaded.entry, loaded.files);
      return { kind: "ok", entry: loaded.entry };
  }
}

async function load(place: EntryPlace, options: ScanOptions): Promise<ScannedFolder | null> {
  return toScanned(await loadEntry(place, (folder) => options.onFolder?.(place.folder, folder)), options);
}

/** Loads one folder of a root; null when nothing there claims to be a capability. Never throws. */
export async function scanFolder(root: Root, folder: string, options: ScanOptions): Promise<ScannedFolder | null> {
  const isLink = await lstat(folder).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
  return load({ ...root, folder, isLink }, options);
}

/** A folder of a root that is looked into. */
type FoundFolder = { folder: string; isLink: boolean };

/** Folders of a root that are looked into: the root itself when it is one capability, else each folder in it, by name. */
async function findFolders(rootPath: string): Promise<FoundFolder[]> {
  const entries = (await readdir(rootPath, { withFileTypes: true })).filter(({ name }) => !isIgnoredName(name));
  if (entries.some(({ name }) => name === "CAPABILITY.yaml" || name === "SKILL.md")) {
    return [{ folder: rootPath, isLink: false }];
  }
  const found = entries
    .map((entry) => ({
      folder: join(rootPath, entry.name),
      isLink: entry.isSymbolicLink(),
      isSure: entry.isDirectory(),
    }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
  const areFolders = await runBounded(found, CONCURRENCY, async ({ folder, isLink, isSure }) =>
    isLink ? isFolder(folder) : isSure,
  );
  return found.filter((_, index) => areFolders[index]).map(({ folder, isLink }) => ({ folder, isLink }));
}

/** False when nothing or no folder is at the path. Throws when the system does not say, so that nobody takes it for empty. */
async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return false;
    throw error;
  }
}

/**
 * Reads a whole root. One bad entry never hides the others: it is `broken` with its reason. A root that is not there is
 * empty; one that cannot be read is empty with its `problem`. Never throws.
 */
export async function scanRoot(root: Root, options: ScanOptions): Promise<RootScan> {
  try {
    if (!(await isThere(root.rootPath))) return { folders: new Map() };
    const folders = await findFolders(root.rootPath);
    const scanned = await runBounded(folders, CONCURRENCY, async (found) => load({ ...root, ...found }, options));
    const found = new Map<string, ScannedFolder>();
    for (const [index, { folder }] of folders.entries()) {
      const result = scanned[index];
      if (result) found.set(folder, result);
    }
    return { folders: found };
  } catch (error) {
    return { folders: new Map(), problem: `The folder cannot be read: ${toReason(error)}.` };
  }
}
