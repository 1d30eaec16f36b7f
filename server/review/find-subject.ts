import { join, relative } from "node:path";
import { CAPABILITY_NAME } from "#server/capability/contract";
import { AppError } from "#server/errors";
import type { Catalog, RootStatus } from "#server/registry/catalog";

/** What a name stands for when somebody edits it. */
export type Subject =
  /** The winner of its name. */
  | { kind: "entry"; digest: string; folder: string; root: RootStatus }
  /** On disk, but there is no contract to load; its files are read as they are. */
  | { kind: "broken"; folder: string; root: RootStatus }
  /** Nobody has it yet. */
  | { kind: "new" };

function getRoot(catalog: Catalog, path: string): RootStatus {
  const root = catalog.roots.find((candidate) => candidate.path === path);
  if (root) return root;
  throw new AppError("internal", `The catalog holds an entry of ${path}, which is no root of it.`);
}

/**
 * Finds what a name stands for. Throws root_pending for a name that only a root nobody admitted has, bad_input for a name
 * that no capability can have and for a tool that is compiled from a skill.
 */
export function findSubject(catalog: Catalog, name: string): Subject {
  const entry = catalog.entries.get(name);
  if (entry?.composedFrom !== undefined) {
    throw new AppError("bad_input", `"${name}" is compiled from the skill "${entry.composedFrom}".`, {
      next: `Edit the tool_schema of "${entry.composedFrom}".`,
    });
  }
  if (entry) {
    return { kind: "entry", digest: entry.digest, folder: entry.folder, root: getRoot(catalog, entry.rootPath) };
  }
  const broken = catalog.broken.findLast((candidate) => candidate.name === name);
  const root = broken && getRoot(catalog, broken.rootPath);
  if (broken && root && root.admission !== "pending") return { kind: "broken", folder: broken.folder, root };
  const pending = catalog.pending.find((candidate) => candidate.name === name);
  if (pending) {
    throw new AppError("root_pending", `"${name}" is in ${pending.rootPath}, which nobody has admitted yet.`, {
      next: "Look at that folder and admit it in Settings.",
    });
  }
  if (CAPABILITY_NAME.test(name)) return { kind: "new" };
  throw toNameError(name);
}

export function toNameError(name: string): AppError {
  return new AppError("bad_input", `"${name}" cannot be the name of a capability.`, {
    next: "Use lower-case letters, digits, hyphens and underscores, at most 64, beginning with a letter or digit.",
  });
}

function isInside(folder: string, path: string): boolean {
  const inside = relative(path, folder);
  return !inside.startsWith("..") && inside !== folder;
}

/** The root that a new capability is written to when it is approved; null when there is none that can be written. */
export function findNewRoot(catalog: Catalog): RootStatus | null {
  return findRootAbove(catalog, -1);
}

function findRootAbove(catalog: Catalog, above: number): RootStatus | null {
  const root = catalog.roots.find(
    ({ layer, writable, admission, order }) => layer === "L2" && writable && admission !== "pending" && order > above,
  );
  return root ?? null;
}

/**
 * The folder that an approved version is written to (design.md 4): the entry's own where its root can be written, else an
 * override in the first root above it that can; a new capability goes to the first of all. A folder that is a link out of
 * its root is never written through. Throws conflict when no root can take it.
 */
export function findTargetFolder(catalog: Catalog, name: string, subject: Subject): string {
  if (subject.kind !== "new" && subject.root.writable && isInside(subject.folder, subject.root.path)) {
    return subject.folder;
  }
  const above = subject.kind === "new" ? -1 : subject.root.order;
  const root = findRootAbove(catalog, above);
  if (root) return join(root.path, name);
  throw toNoRootError(name);
}

export function toNoRootError(name: string): AppError {
  return new AppError("conflict", `There is no root that "${name}" could be written to.`, {
    next: "In Settings, admit the project's root or add a folder of your own.",
  });
}
