import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { CapabilityFiles } from "#server/capability/contract";
import { isIgnoredName } from "#server/registry/read-folder";

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Some systems cannot sync a folder; the rename is then as safe as they make it.
    if (!(error instanceof Error && "code" in error && (error.code === "EINVAL" || error.code === "EPERM")))
      throw error;
  } finally {
    await handle.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Writes one file and waits until it is on the disk; an executable one stays executable. */
async function writeFile(path: string, bytes: Uint8Array, before: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const handle = await open(path, "w");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  const mode = await stat(before).then(
    (stats) => stats.mode & 0o777,
    () => null,
  );
  if (mode !== null) await chmod(path, mode);
}

/** What is in the folder but no part of the capability, a repository or installed packages, goes along. */
async function moveIgnored(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (isIgnoredName(entry.name)) {
      if (await exists(target)) continue;
      await mkdir(to, { recursive: true });
      await rename(source, target);
    } else if (entry.isDirectory()) await moveIgnored(source, target);
  }
}

export type FolderWrite = {
  /** Folder that shall hold the files and, but for ignored names, nothing else. */
  folder: string;
  files: CapabilityFiles;
  /** Names the two folders beside it that exist while it is written; the same id finishes what a crash left. */
  id: string;
};

/**
 * Replaces a folder by rename: the files are written and synced beside it, the old folder steps aside, the new one takes
 * its place. Whoever reads sees the old files or the new ones, or for a moment none, never a mixture. Called again with the
 * same id after a crash at any point it ends in the same state. Throws what the system refuses; the old folder is then
 * back in its place.
 */
export async function writeFolder({ folder, files, id }: FolderWrite): Promise<void> {
  const parent = dirname(folder);
  const fresh = join(parent, `.${basename(folder)}.new-${id}`);
  const old = join(parent, `.${basename(folder)}.old-${id}`);
  await mkdir(parent, { recursive: true });
  // A crash after the old folder stepped aside: it may still hold what goes along.
  if ((await exists(old)) && !(await exists(folder))) await rename(old, folder);
  await rm(fresh, { recursive: true, force: true });
  try {
    await mkdir(fresh);
    for (const [path, bytes] of files) await writeFile(join(fresh, path), bytes, join(folder, path));
    await syncFolder(fresh);
    if (await exists(folder)) await rename(folder, old);
    await rename(fresh, folder);
    await syncFolder(parent);
  } catch (error) {
    if ((await exists(old)) && !(await exists(folder))) await rename(old, folder);
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  if (!(await exists(old))) return;
  await moveIgnored(old, folder);
  await rm(old, { recursive: true, force: true });
}
