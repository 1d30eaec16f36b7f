import { skillTermsOf } from "#server/capability/skill-terms";
import { buildIndexes } from "./build-indexes";
import { nodeOf } from "./build-tree";
import type { CapabilityEntry, Catalog } from "./catalog";
import { toEditedRevision } from "./catalog-revision";
import type { ScannedEntry } from "./load-entry";
import { isLone } from "./load-order";
import { findPlaced, toPlaced } from "./place-entry";
import type { ScannedFolder } from "./scan-root";

/** A folder that was read again: what it held, and what it holds. */
export type FolderEdit = { before: ScannedFolder | undefined; after: ScannedFolder | null };

type Sources = {
  trusted: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  loadedAt: number;
};

type EntryEdit = { from: CapabilityEntry; to: CapabilityEntry };

/** More are built anew: each costs a look through the tree. */
const EDITS_MAX = 20;

/** An edit that concerns nobody else: the winner of its name before and after, at one place, needing nobody. */
function toEntryEdit(catalog: Catalog, { before, after }: FolderEdit, trusted: Sources["trusted"]): EntryEdit | null {
  if (before?.kind !== "ok" || after?.kind !== "ok" || before.entry.name !== after.entry.name) return null;
  if (!isLone(before.entry) || !isLone(after.entry)) return null;
  if (isDecidedElsewhere(before.entry) || isDecidedElsewhere(after.entry)) return null;
  if (isStepOfComposed(catalog, after.entry.name)) return null;
  const from = findPlaced(before.entry);
  if (!from || from.disabled || catalog.entries.get(from.name) !== from) return null;
  const to = placeOf(after.entry, trusted);
  return nodeOf(from).id === nodeOf(to).id ? { from, to } : null;
}

/** A skill that compiles to a tool of its own, or asks something of the machine. */
function isDecidedElsewhere({ contract }: ScannedEntry): boolean {
  const { bins, env, config } = skillTermsOf(contract)?.requires ?? { bins: [], env: [], config: [] };
  return contract.tool_schema !== undefined || bins.length + env.length + config.length > 0;
}

/** What a composed tool calls decides its approval, its tier and whether it is stale. */
function isStepOfComposed({ entries }: Catalog, name: string): boolean {
  for (const { composedFrom, contract } of entries.values()) {
    if (composedFrom !== undefined && contract.steps.some(({ capability }) => capability === name)) return true;
  }
  return false;
}

function placeOf(entry: ScannedEntry, trusted: Sources["trusted"]): CapabilityEntry {
  return toPlaced(entry, trusted.has(entry.digest) ? "trusted" : "draft", undefined);
}

/**
 * The catalog after edits of some folders, made of the one before: what most saves are, in a tenth of the time that building
 * it takes. null when an edit may concern others: a name or group that changed, a need, a reason, something broken. What it
 * answers is what `buildCatalog` answers (edit-catalog.db.test.ts). Pure.
 */
export function editCatalog(
  previous: Catalog,
  folders: readonly FolderEdit[],
  { trusted, loadedAt }: Sources,
): Catalog | null {
  if (folders.length > EDITS_MAX) return null;
  const entries = new Map(previous.entries);
  const nodes = [...previous.tree.nodes];
  const edits: EntryEdit[] = [];
  for (const folder of folders) {
    const edit = toEntryEdit(previous, folder, trusted);
    const at = edit ? nodes.indexOf(nodeOf(edit.from)) : -1;
    if (!edit || at === -1) return null;
    entries.set(edit.to.name, edit.to);
    nodes[at] = nodeOf(edit.to);
    edits.push(edit);
  }
  const revision = toEditedRevision({ before: previous.entries, entries }, edits);
  if (revision === null) return null;
  const { roots, shadowed, pending, broken, hostTools } = previous;
  const tree = { ...previous.tree, nodes };
  const indexes = buildIndexes({ entries, tree, hostTools }, previous);
  return { revision, loadedAt, roots, entries, shadowed, pending, broken, tree, hostTools, ...indexes };
}
