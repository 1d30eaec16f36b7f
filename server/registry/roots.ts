import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname } from "node:path";
import type { RootSetting } from "#server/settings";
import type { RootStatus } from "./catalog";
import { isFolder } from "./read-folder";

/** A root before it is scanned. */
export type RootPlace = Omit<RootStatus, "counts">;

async function canWrite(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A folder that is not there yet can be made where the nearest folder above it can be written. */
async function canCreate(path: string): Promise<boolean> {
  for (let above = dirname(path); ; above = dirname(above)) {
    if (await isFolder(above)) return canWrite(above);
    if (dirname(above) === above) return false;
  }
}

async function toPlace(root: RootSetting, order: number, admissions: ReadonlySet<string>): Promise<RootPlace> {
  const exists = await isFolder(root.path);
  const isAdmitted = root.admission === "not_needed" || admissions.has(root.path);
  return {
    path: root.path,
    layer: root.layer,
    order,
    origin: root.origin,
    admission: root.admission === "not_needed" ? "not_needed" : isAdmitted ? "admitted" : "pending",
    exists,
    // What ships is never written: an edit of it becomes an override in the team's layer (design.md 4).
    writable: root.layer === "L2" && (exists ? await canWrite(root.path) : await canCreate(root.path)),
  };
}

/**
 * The roots in rising precedence with what the disk and the admissions say of each (design.md 4). A path that is listed
 * twice counts where it stands last. `order` counts from 0.
 */
export async function findRoots(
  settings: readonly RootSetting[],
  admissions: ReadonlySet<string>,
): Promise<RootPlace[]> {
  const last = new Map(settings.map((root, index) => [root.path, index]));
  const unique = settings.filter((root, index) => last.get(root.path) === index);
  return Promise.all(unique.map((root, order) => toPlace(root, order, admissions)));
}
