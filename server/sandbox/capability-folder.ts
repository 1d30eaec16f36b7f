import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { CapabilityFiles } from "#server/capability/contract";
import { toErrorText } from "./errors-text";
import { SANDBOX_LIMITS } from "./limits";
import type { SandboxErrorCode } from "./outcome";
import { findNameRefusal, type SnapshotRefusal } from "./snapshot";

export type CapabilityFolderResult =
  | { kind: "ok"; files: CapabilityFiles }
  | { kind: "refused"; code: SandboxErrorCode; message: string; next: string };

class Refused extends Error {
  constructor(readonly refusal: SnapshotRefusal) {
    super(refusal.detail);
  }
}

function refuse(code: SandboxErrorCode, detail: string): never {
  throw new Refused({ code, detail });
}

/** Reads through one handle that follows no link, and looks again at what was opened: the file may change in between. */
async function readPlainFile(file: string, path: string, bytesLeft: number): Promise<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) refuse("E_SNAPSHOT_TYPE", path);
    if (stats.nlink > 1) refuse("E_SNAPSHOT_HARDLINK", path);
    if (stats.size > bytesLeft) refuse("E_SNAPSHOT_SIZE", `more than ${SANDBOX_LIMITS.snapshotBytesMax} bytes in all`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/**
 * Reads all files of a capability's folder, walking by lstat. Refuses symbolic links, hard links, special files, addons,
 * `node_modules`, odd names, more than 200 files or 5 MiB (sandbox.md 5, "Before a run"). Throws only what the file system
 * throws (a folder that is absent or not readable).
 */
export async function readCapabilityFolder(folder: string): Promise<CapabilityFolderResult> {
  const files = new Map<string, Uint8Array>();
  let bytesLeft: number = SANDBOX_LIMITS.snapshotBytesMax;
  const walk = async (inner: string): Promise<void> => {
    for (const name of (await readdir(join(folder, inner))).sort()) {
      const path = inner === "" ? name : `${inner}/${name}`;
      const refusal = findNameRefusal(path);
      if (refusal !== null) throw new Refused(refusal);
      const stats = await lstat(join(folder, path));
      if (stats.isSymbolicLink()) refuse("E_SNAPSHOT_SYMLINK", path);
      if (stats.isDirectory()) await walk(path);
      else if (!stats.isFile()) refuse("E_SNAPSHOT_TYPE", path);
      else {
        if (files.size >= SANDBOX_LIMITS.snapshotFilesMax) {
          refuse("E_SNAPSHOT_SIZE", `more than ${SANDBOX_LIMITS.snapshotFilesMax} files`);
        }
        const content = await readPlainFile(join(folder, path), path, bytesLeft);
        bytesLeft -= content.length;
        files.set(path, content);
      }
    }
  };
  try {
    await walk("");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: "refused", code: error.refusal.code, ...toErrorText(error.refusal.code, error.refusal.detail) };
  }
  return { kind: "ok", files };
}
