import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { CapabilityFiles, Contract, ContractIssue } from "#server/capability/contract";
import { type DecodedText, decodeText } from "#server/capability/decode-text";
import { digestOf } from "#server/capability/digest";
import { parseContract } from "#server/capability/parse-contract";
import { parseSkill } from "#server/capability/parse-skill";
import type { BrokenEntry, CapabilityEntry } from "./catalog";
import { checkEntry } from "./check-entry";
import { findConcealedIssues } from "./find-concealed-issues";
import { findListed, type LeftOut, type OnFolder, readFolder } from "./read-folder";

/** An entry as the disk has it: whether it is trusted, the database knows. */
export type ScannedEntry = Omit<CapabilityEntry, "state">;

export type LoadedEntry =
  | { kind: "ok"; entry: ScannedEntry; files: CapabilityFiles }
  | { kind: "broken"; broken: BrokenEntry }
  | { kind: "none" };

export type Judged = { kind: "ok"; entry: ScannedEntry } | { kind: "broken"; broken: BrokenEntry };

/** A folder to look into, and the root it stands in. */
export type EntryPlace = { rootPath: string; layer: "L1" | "L2"; folder: string; isLink: boolean };

/** Text of a broken file that is held for the editor to mend; nobody mends more by hand. */
const BROKEN_CHARACTERS_MAX = 1_048_576;

type SourceFile = CapabilityEntry["source"]["file"];
type FoundSource = { folder: string; file: SourceFile };

function toIssue(file: string, code: string, message: string): ContractIssue {
  return { severity: "error", code, message, file, path: "", line: 1, column: 1, endLine: 1, endColumn: 1 };
}

function toEncodingIssue(file: string, { line, column, reason }: Extract<DecodedText, { kind: "bad" }>): ContractIssue {
  const message = `${file} cannot be read as text: ${reason}. Save it as UTF-8.`;
  const place = { line, column, endLine: line, endColumn: column + 1 };
  return { ...toIssue(file, "not_utf8", message), ...place };
}

function toBroken(
  place: EntryPlace,
  folder: string,
  { issues, source }: Pick<BrokenEntry, "issues" | "source">,
): Extract<Judged, { kind: "broken" }> {
  const { rootPath, layer } = place;
  const name = basename(place.folder);
  return { kind: "broken", broken: { name, rootPath, layer, folder, issues, ...(source ? { source } : {}) } };
}

function hasName(listed: readonly Dirent[], name: string): boolean {
  return listed.some((entry) => entry.name === name);
}

/** The folder that holds the contract: `<name>/`, else `<name>/current/`, else a skill's. */
function findSource(folder: string, onFolder: OnFolder | undefined): (FoundSource & { listed: Dirent[] }) | null {
  onFolder?.(folder);
  const listed = findListed(folder);
  if (hasName(listed, "CAPABILITY.yaml")) return { folder, listed, file: "CAPABILITY.yaml" };
  if (hasName(listed, "current")) {
    const current = join(folder, "current");
    onFolder?.(current);
    const inner = findListed(current);
    if (hasName(inner, "CAPABILITY.yaml")) return { folder: current, listed: inner, file: "CAPABILITY.yaml" };
  }
  return hasName(listed, "SKILL.md") ? { folder, listed, file: "SKILL.md" } : null;
}

type Parsed =
  | { kind: "ok"; contract: Contract; issues: ContractIssue[] }
  | { kind: "broken"; issues: ContractIssue[]; partial: { name?: string } };

function parseSource(text: string, file: SourceFile, folder: { name: string; files: CapabilityFiles }): Parsed {
  if (file === "SKILL.md") return parseSkill(text, file, folder.name);
  return parseContract(text, { file, hasImpl: folder.files.has("impl/run.mjs"), folderName: folder.name });
}

function judge(place: EntryPlace, { folder, file }: FoundSource, files: CapabilityFiles): Judged {
  const bytes = files.get(file);
  if (!bytes) {
    const issues = [toIssue(file, "unreadable", `${file} is not a file that can be read.`)];
    return toBroken(place, folder, { issues });
  }
  const decoded = decodeText(bytes);
  if (decoded.kind === "bad") return toBroken(place, folder, { issues: [toEncodingIssue(file, decoded)] });
  const { text } = decoded;
  const parsed = parseSource(text, file, { name: basename(place.folder), files });
  if (parsed.kind === "broken") {
    const source = text.length > BROKEN_CHARACTERS_MAX ? {} : { source: { file, text } };
    return toBroken(place, folder, { issues: parsed.issues, ...source });
  }
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
    issues: [...parsed.issues, ...findConcealedIssues(files)],
  };
  return { kind: "ok", entry };
}

/**
 * What a scan would make of files that stand in no folder yet, such as a draft's, were they in `place.folder`: the entry,
 * with everything `checkEntry` finds, or why it is broken.
 */
export function judgeFiles(files: CapabilityFiles, place: Omit<EntryPlace, "isLink">): Judged {
  const file = files.has("CAPABILITY.yaml") || !files.has("SKILL.md") ? "CAPABILITY.yaml" : "SKILL.md";
  const judged = judge({ ...place, isLink: false }, { folder: place.folder, file }, files);
  return judged.kind === "ok" ? { kind: "ok", entry: checkEntry(judged.entry) } : judged;
}

/** A folder that is a link loads, with a word on where it really is: an admission was of the root, not of that place. */
function findLinkIssues(place: EntryPlace, real: FoundSource, leftOut: readonly LeftOut[]): ContractIssue[] {
  const links = leftOut.map(({ path, reason }) =>
    toIssue(path, "link", `"${path}" ${reason}; put the file itself there.`),
  );
  if (!place.isLink) return links;
  const message = `The folder is a link; its files are those of ${real.folder}.`;
  return [...links, { ...toIssue(real.file, "linked_folder", message), severity: "warning" }];
}

/**
 * Loads the capability of one folder, in either layout of design.md 4, or a skill. `none`: nothing there claims to be one.
 * This is the `on_load` of a contract (the extension article 2.1): its bytes are taken, its schemas compiled, its prompts
 * found. Everything that keeps it from loading makes it `broken`, with the reason at its place; nothing is thrown. The digest and
 * the contract are of the same bytes, those in `files`.
 *
 * One folder is read in one turn of the event loop, then others get theirs: fifteen awaited calls a folder cost 0.6 to 1 ms,
 * the same calls in a row 0.1 ms (2026-11, Node 20, two busy cores), and a start may read thousands.
 */
export async function loadEntry(place: EntryPlace, onFolder?: OnFolder): Promise<LoadedEntry> {
  await setImmediate();
  const startedAt = performance.now();
  const found = findSource(place.folder, onFolder);
  if (!found) return { kind: "none" };
  const source = place.isLink ? { ...found, folder: await realpath(found.folder) } : found;
  const contents = readFolder(source.folder, { listed: source.listed, onFolder });
  if (contents.kind === "unreadable") {
    const message = `The folder cannot be read: ${contents.reason}.`;
    return toBroken(place, source.folder, { issues: [toIssue(source.file, "unreadable", message)] });
  }
  const loaded = judge(place, source, contents.files);
  const issues = findLinkIssues(place, source, contents.leftOut);
  if (loaded.kind === "broken") {
    return { kind: "broken", broken: { ...loaded.broken, issues: [...issues, ...loaded.broken.issues] } };
  }
  const entry = checkEntry({ ...loaded.entry, issues: [...loaded.entry.issues, ...issues] });
  const load = { at: Date.now(), ms: performance.now() - startedAt };
  return { kind: "ok", entry: { ...entry, load }, files: contents.files };
}
