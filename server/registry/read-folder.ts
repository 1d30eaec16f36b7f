import { open, readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";

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

type Walk = { root: string; files: Map<string, Uint8Array>; leftOut: LeftOut[]; bytes: number };

class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** Asks the open file for its size before anything is read, so that a huge one is refused by its size alone. */
async function readOne(walk: Walk, path: string): Promise<void> {
  const key = relative(walk.root, path).split(sep).join("/");
  if (walk.files.size >= FILES_MAX) throw new TooLarge(`it holds more than ${FILES_MAX} files`);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    walk.bytes += size;
    if (walk.bytes > BYTES_MAX) throw new TooLarge(`its files add up to more than ${BYTES_MAX / 1_048_576} MiB`);
    const buffer = Buffer.allocUnsafe(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(buffer, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    walk.files.set(key, buffer.subarray(0, length));
  } finally {
    await file.close();
  }
}

/** A link is followed only to a file inside the same folder: what runs must be what was reviewed. */
async function readLink(walk: Walk, path: string): Promise<void> {
  const key = relative(walk.root, path).split(sep).join("/");
  const real = await realpath(walk.root);
  const target = await realpath(path).catch(() => null);
  if (target === null) walk.leftOut.push({ path: key, reason: "is a link to nothing" });
  else if (!target.startsWith(real + sep)) walk.leftOut.push({ path: key, reason: "is a link out of the folder" });
  else if ((await stat(target)).isFile()) await readOne(walk, path);
  else walk.leftOut.push({ path: key, reason: "is a link to a folder" });
}

async function walkFolder(walk: Walk, folder: string, depth: number): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    if (isIgnoredName(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) await readLink(walk, path);
    else if (entry.isFile()) await readOne(walk, path);
    else if (entry.isDirectory()) {
      if (depth === DEPTH_MAX) throw new TooLarge(`it nests more than ${DEPTH_MAX} folders deep`);
      await walkFolder(walk, path, depth + 1);
    }
  }
}

/**
 * Reads all files of a capability's folder by path with `/`. Left out and told: links that lead out. Not part of it:
 * names that begin with a dot, and node_modules. Never throws: a folder that cannot be read,
 * or holds more than 2,000 files, 64 MiB or 8 levels, is `unreadable` with the reason.
 */
export async function readFolder(folder: string): Promise<FolderContents> {
  const walk: Walk = { root: folder, files: new Map(), leftOut: [], bytes: 0 };
  try {
    await walkFolder(walk, folder, 0);
  } catch (error) {
    return { kind: "unreadable", reason: toReason(error) };
  }
  return { kind: "ok", files: walk.files, leftOut: walk.leftOut };
}
