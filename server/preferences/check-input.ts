import { statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { AppError } from "#server/errors";
import type { RootSetting } from "#server/settings";

/** The path in its plain form. Throws bad_input when it is not absolute. */
export function assertAbsolute(path: string): string {
  if (!isAbsolute(path)) {
    throw new AppError("bad_input", `${path} is not an absolute path.`, { next: "Give the whole path, from / on." });
  }
  return resolve(path);
}

/** The path of a folder that exists. Throws bad_input. */
export function assertFolder(path: string): string {
  const folder = assertAbsolute(path);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) {
    throw new AppError("bad_input", `${folder} is not a folder.`, { next: "Give the path of a folder that exists." });
  }
  return folder;
}

/** Throws not_found for a path that is no root, conflict for a root that needs no admission. */
export function assertKnown(path: string, roots: readonly RootSetting[]): void {
  const root = roots.find((candidate) => candidate.path === path);
  if (!root) {
    throw new AppError("not_found", `${path} is not a root of this installation.`, { next: "Add it as a root first." });
  }
  if (root.admission === "not_needed") {
    throw new AppError("conflict", `${path} (${root.origin}) needs no admission.`, { next: "There is nothing to do." });
  }
}

/** Why a root stays: it is unknown, or something other than Settings names it. */
export function cannotRemove(path: string, roots: readonly RootSetting[]): AppError {
  const root = roots.find((candidate) => candidate.path === path);
  if (!root) {
    return new AppError("not_found", `${path} is not a root of this installation.`, { next: "See the list of roots." });
  }
  return new AppError("conflict", `${path} was not added in Settings: it comes from ${root.origin}.`, {
    next: `Change it there (${root.origin}), or take its admission back.`,
  });
}

/** True when the path is the folder or lies in it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith(`..${sep}`) && way !== ".." && !isAbsolute(way));
}

const HOST = /^(?=.{1,255}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

/** A host name or address, with a port where given. Throws bad_input. */
export function parseHost(text: string): string {
  const host = text.trim().toLowerCase();
  if (!HOST.test(host) && !/^\[[0-9a-f:]+\](:\d{1,5})?$/.test(host)) {
    throw new AppError("bad_input", `"${text}" is not a host name.`, {
      next: "Give a name such as api.example.com, without https:// and without a path.",
    });
  }
  return host;
}
