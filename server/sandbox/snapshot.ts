import { createHash, randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CapabilityFiles } from "#server/capability/contract";
import { toErrorText } from "./errors-text";
import { SANDBOX_LIMITS } from "./limits";
import type { SandboxErrorCode } from "./outcome";
import type { SnapshotResult } from "./sandbox";

export type SnapshotRefusal = { code: SandboxErrorCode; detail: string };

/** Whether one path inside a capability may exist; null when it may. */
export function findNameRefusal(path: string): SnapshotRefusal | null {
  const parts = path.split("/");
  const wrong = parts.find((part) => !/^[A-Za-z0-9._-]{1,255}$/.test(part) || /^\.{1,2}$/.test(part));
  if (wrong !== undefined) return { code: "E_SNAPSHOT_NAME", detail: JSON.stringify(path) };
  if (parts.includes("node_modules")) return { code: "E_SNAPSHOT_TYPE", detail: `${path} is in node_modules` };
  if (path.endsWith(".node")) return { code: "E_SNAPSHOT_TYPE", detail: `${path} is a native addon` };
  return null;
}

/** Whether files may become a snapshot (sandbox.md 5, "Before a run"); null when they may. */
function findFilesRefusal(files: CapabilityFiles): SnapshotRefusal | null {
  if (files.size > SANDBOX_LIMITS.snapshotFilesMax) {
    return { code: "E_SNAPSHOT_SIZE", detail: `${files.size} files, ${SANDBOX_LIMITS.snapshotFilesMax} are allowed` };
  }
  let bytes = 0;
  for (const [path, content] of files) {
    const refusal = findNameRefusal(path);
    if (refusal !== null) return refusal;
    bytes += content.length;
  }
  if (bytes <= SANDBOX_LIMITS.snapshotBytesMax) return null;
  return { code: "E_SNAPSHOT_SIZE", detail: `${bytes} bytes, ${SANDBOX_LIMITS.snapshotBytesMax} are allowed` };
}

/** sha256 over paths and bytes: two file sets of one digest may still differ in their status line. */
function toTreeHash(files: CapabilityFiles): string {
  const hash = createHash("sha256");
  for (const path of [...files.keys()].sort()) {
    const content = files.get(path);
    hash.update(`${path}\0${content?.length ?? 0}\0`);
    if (content) hash.update(content);
  }
  return hash.digest("hex");
}

async function findFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const inner = await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map((entry) => findFolders(join(folder, entry.name))),
  );
  return [...inner.flat(), folder];
}

async function writeFolder(folder: string, files: CapabilityFiles): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [path, content] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o755 });
    await writeFile(file, content, { mode: 0o444, flag: "wx" });
  }
  for (const inner of await findFolders(folder)) await chmod(inner, 0o555);
}

async function hasSameFiles(folder: string, files: CapabilityFiles): Promise<boolean> {
  try {
    for (const [path, content] of files) {
      const file = join(folder, path);
      if (!(await lstat(file)).isFile() || !(await readFile(file)).equals(content)) return false;
    }
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    return names.filter((entry) => !entry.isDirectory()).length === files.size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/** Read-only folders take no deletion until they are writable again. */
async function removeFolder(folder: string): Promise<void> {
  for (const inner of (await findFolders(folder)).reverse()) await chmod(inner, 0o755);
  await rm(folder, { recursive: true, force: true });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOTEMPTY" || error.code === "EEXIST");
}

/** Puts a finished folder in its place; another writer of the same bytes may have been first. */
async function placeFolder(temporary: string, folder: string, files: CapabilityFiles): Promise<void> {
  try {
    await rename(temporary, folder);
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (await hasSameFiles(folder, files)) {
      await removeFolder(temporary);
      return;
    }
    const aside = `${temporary}-old`;
    await rename(folder, aside);
    await rename(temporary, folder);
    await removeFolder(aside);
  }
}

/**
 * Writes the files of one digest read-only under `<parent>/<digest>-<tree hash>`, by a temporary folder and a rename, so
 * that a folder with that name is always whole. Any number of callers and processes may do it at once. An existing folder
 * whose bytes differ (someone changed it by hand) is replaced. Throws when the disk cannot be written.
 */
export async function writeSnapshot(parent: string, digest: string, files: CapabilityFiles): Promise<SnapshotResult> {
  const refusal = findFilesRefusal(files);
  if (refusal !== null) return { kind: "refused", code: refusal.code, ...toErrorText(refusal.code, refusal.detail) };
  const name = `${digest.replace(/[^A-Za-z0-9]/g, "-").slice(0, 80)}-${toTreeHash(files).slice(0, 16)}`;
  const folder = join(parent, name);
  if (!(await hasSameFiles(folder, files))) {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const temporary = join(parent, `.${name}-${randomBytes(6).toString("hex")}`);
    await writeFolder(temporary, files);
    await placeFolder(temporary, folder, files);
  }
  return { kind: "ok", snapshot: { digest, folder } };
}
