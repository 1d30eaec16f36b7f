import { createHash } from "node:crypto";
import { lstat, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import type { CapabilityFiles, Contract, ContractIssue } from "#server/capability/contract";
import { digestOf } from "#server/capability/digest";
import { parseContract } from "#server/capability/parse-contract";
import { parseSkill } from "#server/capability/parse-skill";
import type { BrokenEntry, CapabilityEntry } from "./catalog";
import { checkEntry } from "./check-entry";
import { readFolder } from "./read-folder";

/** An entry as the disk has it: whether it is trusted, the database knows. */
export type ScannedEntry = Omit<CapabilityEntry, "state">;

export type LoadedEntry =
  | { kind: "ok"; entry: ScannedEntry; files: CapabilityFiles }
  | { kind: "broken"; broken: BrokenEntry }
  | { kind: "none" };

/** A folder to look into, and the root it stands in. */
export type EntryPlace = { rootPath: string; layer: "L1" | "L2"; folder: string };

type SourceFile = CapabilityEntry["source"]["file"];
type FoundSource = { folder: string; file: SourceFile };

function toIssue(file: string, code: string, message: string): ContractIssue {
  return { severity: "error", code, message, file, path: "", line: 1, column: 1, endLine: 1, endColumn: 1 };
}

function toBroken(place: EntryPlace, issues: ContractIssue[], source?: BrokenEntry["source"]): LoadedEntry {
  const { rootPath, layer, folder } = place;
  const name = basename(folder);
  return { kind: "broken", broken: { name, rootPath, layer, folder, issues, ...(source ? { source } : {}) } };
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** The folder that holds the contract: `<name>/`, else `<name>/current/`, else a skill's. */
async function findSource(folder: string): Promise<FoundSource | null> {
  const current = join(folder, "current");
  if (await exists(join(folder, "CAPABILITY.yaml"))) return { folder, file: "CAPABILITY.yaml" };
  if (await exists(join(current, "CAPABILITY.yaml"))) return { folder: current, file: "CAPABILITY.yaml" };
  if (await exists(join(folder, "SKILL.md"))) return { folder, file: "SKILL.md" };
  return null;
}

type Parsed =
  | { kind: "ok"; contract: Contract; issues: ContractIssue[] }
  | { kind: "broken"; issues: ContractIssue[]; partial: { name?: string } };

function parseSource(text: string, file: SourceFile, folder: { name: string; files: CapabilityFiles }): Parsed {
  if (file === "SKILL.md") return parseSkill(text, file, folder.name);
  return parseContract(text, { file, hasImpl: folder.files.has("impl/run.mjs"), folderName: folder.name });
}

function toLoaded(place: EntryPlace, { folder, file }: FoundSource, files: CapabilityFiles): LoadedEntry {
  const bytes = files.get(file);
  if (!bytes) return toBroken(place, [toIssue(file, "unreadable", `${file} is not a file that can be read.`)]);
  const text = Buffer.from(bytes).toString("utf8");
  const parsed = parseSource(text, file, { name: basename(place.folder), files });
  if (parsed.kind === "broken") return toBroken(place, parsed.issues, { file, text });
  const { contract } = parsed;
  const digests = [...files].map(([path, content]) => ({
    path,
    size: content.byteLength,
    digest: createHash("sha256").update(content).digest("hex"),
  }));
  const entry: ScannedEntry = {
    name: contract.name,
    type: contract.type,
    layer: place.layer,
    rootPath: place.rootPath,
    folder,
    digest: digestOf(files),
    contract,
    files: digests.sort((a, b) => (a.path < b.path ? -1 : 1)),
    source: { file, text },
    issues: parsed.issues,
  };
  return { kind: "ok", entry, files };
}

/**
 * Loads the capability of one folder, in either layout of design.md 4, or a skill. `none`: nothing there claims to be one.
 * Everything that keeps it from loading makes it `broken`, with the reason at its place; nothing is thrown. The digest and
 * the contract are of the same bytes, those in `files`.
 */
export async function loadEntry(place: EntryPlace): Promise<LoadedEntry> {
  const source = await findSource(place.folder);
  if (!source) return { kind: "none" };
  const real = await realpath(source.folder).catch(() => source.folder);
  const contents = await readFolder(real);
  if (contents.kind === "unreadable") {
    const message = `The folder cannot be read: ${contents.reason}.`;
    return toBroken(place, [toIssue(source.file, "unreadable", message)]);
  }
  const loaded = toLoaded(place, { folder: real, file: source.file }, contents.files);
  const links = contents.leftOut.map(({ path, reason }) =>
    toIssue(path, "link", `"${path}" ${reason}; put the file itself there.`),
  );
  if (loaded.kind !== "ok") {
    return loaded.kind === "broken" && links.length > 0
      ? { kind: "broken", broken: { ...loaded.broken, issues: [...loaded.broken.issues, ...links] } }
      : loaded;
  }
  const issues = [...loaded.entry.issues, ...links, ...(await findLinkWarning(place, real, source.file))];
  return { ...loaded, entry: checkEntry({ ...loaded.entry, issues }) };
}

/** A folder that is a link loads, with a word on where it really is: an admission was of the root, not of that place. */
async function findLinkWarning(place: EntryPlace, real: string, file: string): Promise<ContractIssue[]> {
  const isLink = await lstat(place.folder).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
  if (!isLink) return [];
  const message = `The folder is a link; its files are those of ${real}.`;
  return [{ ...toIssue(file, "linked_folder", message), severity: "warning" }];
}
