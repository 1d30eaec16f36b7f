import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { stat } from "node:fs/promises";
import { join, sep } from "node:path";

const FILES_MAX = 2_000;
const BYTES_MAX = 64 * 1_048_576;
const DEPTH_MAX = 8;

/** A file that was not read, and why in words that follow its path. */
export type LeftOut = { path: string; reason: string };

export type FolderContents =
  | { kind: "ok"; files: Map<string, Uint8Array>; leftOut: LeftOut[] }
  | { kind: "unreadable"; reason: string };

/** Names that are never part of a capability: version control, editors, installed packages. */
export function isIgnoredName(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

/** What a person reads of a failed file operation: the system's sentence without its path and call. */
export function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/^[A-Z]+: /, "").replace(/, \w+( '.*')?$/, "");
}

/** True for a folder, also one behind a link. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Told of each folder before it is listed. */
export type OnFolder = (folder: string) => void;

type Walk = {
  root: string;
  files: Map<string, Uint8Array>;
  leftOut: LeftOut[];
  bytes: number;
  onFolder: OnFolder | undefined;
};

class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/**
 * Asks the open file for its size before anything is read, so that a huge one is refused by its size alone. Opened without
 * blocking: a named pipe that took a file's place must not hold up the server.
 */
function readOne(walk: Walk, key: string, path: string): void {
  if (walk.files.size >= FILES_MAX) throw new TooLarge(`it holds more than ${FILES_MAX} files`);
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`"${key}" is not a plain file`);
    walk.bytes += stats.size;
    if (walk.bytes > BYTES_MAX) throw new TooLarge(`its files add up to more than ${BYTES_MAX / 1_048_576} MiB`);
    walk.files.set(key, readFileSync(file));
  } finally {
    closeSync(file);
  }
}

function findRealPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** A link is followed only to a file inside the same folder: what runs must be what was reviewed. */
function readLink(walk: Walk, key: string, path: string): void {
  const target = findRealPath(path);
  if (target === null) walk.leftOut.push({ path: key, reason: "is a link to nothing" });
  else if (!target.startsWith(realpathSync(walk.root) + sep)) {
    walk.leftOut.push({ path: key, reason: "is a link out of the folder" });
  } else if (statSync(target).isFile()) readOne(walk, key, target);
  else walk.leftOut.push({ path: key, reason: "is a link to a folder" });
}

/** What a folder holds. Throws what the system says. */
function listFolder(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

type Inside = { folder: string; prefix: string; depth: number };

function walkFolder(walk: Walk, { folder, prefix, depth }: Inside, entries: readonly Dirent[]): void {
  for (const entry of entries) {
    if (isIgnoredName(entry.name)) continue;
    const path = join(folder, entry.name);
    const key = prefix + entry.name;
    if (entry.isSymbolicLink()) readLink(walk, key, path);
    else if (entry.isFile()) readOne(walk, key, path);
    else if (entry.isDirectory()) {
      if (depth === DEPTH_MAX) throw new TooLarge(`it nests more than ${DEPTH_MAX} folders deep`);
      walk.onFolder?.(path);
      walkFolder(walk, { folder: path, prefix: `${key}/`, depth: depth + 1 }, listFolder(path));
    }
  }
}

/** What a folder holds; nothing when it cannot be listed. */
export function findListed(folder: string): Dirent[] {
  try {
    return listFolder(folder);
  } catch {
    return [];
  }
}

/**
 * Reads all files of a capability's folder by path with `/`. Left out and told: links that lead out. Not part of it:
 * names that begin with a dot, and node_modules. Never throws: a folder that cannot be read, or holds more than 2,000
 * files, 64 MiB or 8 levels, is `unreadable` with the reason. `listed` is what `findListed` just said of it, where somebody asked.
 */
export function readFolder(
  folder: string,
  { listed, onFolder }: { listed?: readonly Dirent[]; onFolder?: OnFolder | undefined } = {},
): FolderContents {
  const walk: Walk = { root: folder, files: new Map(), leftOut: [], bytes: 0, onFolder };
  try {
    walkFolder(walk, { folder, prefix: "", depth: 0 }, listed ?? listFolder(folder));
  } catch (error) {
    return { kind: "unreadable", reason: toReason(error) };
  }
  return { kind: "ok", files: walk.files, leftOut: walk.leftOut };
}
