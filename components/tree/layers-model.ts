import type { CatalogData, CatalogEntry, CatalogItem, CatalogModel } from "./catalog-model";

export type Root = CatalogData["roots"][number];

export type OverrideKind =
  | "override"
  | "same_root"
  | "broken_override"
  | "broken_below"
  | "waiting"
  | "waiting_below"
  | "case";

/** One name that two folders claim: the entry that is used, and one that is not. */
export type Override = {
  kind: OverrideKind;
  name: string;
  /** null where neither is used, as of two that are broken. */
  winner: CatalogItem | null;
  /** The one that is not used; its id names the pair. */
  other: CatalogItem;
  /** null where the digest of one of them is not known. */
  isSame: boolean | null;
};

/** How many entries of each root are the ones that are used, by its path. Pure. */
export function countWinners(entries: readonly CatalogEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { place, rootPath } of entries) {
    if (place === "current") counts.set(rootPath, (counts.get(rootPath) ?? 0) + 1);
  }
  return counts;
}

/**
 * Every name that more than one folder claims, and names that differ in case only, which some disks cannot tell apart. By
 * name, then by the root's order. Pure.
 */
export function findOverrides(model: CatalogModel, roots: readonly Root[]): Override[] {
  const orderOf = new Map(roots.map((root) => [root.path, root.order]));
  const toOrder = (item: CatalogItem) => orderOf.get(item.entry?.rootPath ?? "") ?? 0;
  const found: Override[] = [];
  for (const claims of groupByName(model.items)) {
    const winner = claims.find(({ entry }) => entry?.place === "current") ?? null;
    for (const other of claims) {
      const kind = other === winner ? null : toKind(other, winner, toOrder);
      if (kind !== null) found.push({ kind, name: other.name, winner, other, isSame: areSame(winner, other) });
    }
  }
  return found.sort((a, b) => (a.name === b.name ? toOrder(b.other) - toOrder(a.other) : a.name < b.name ? -1 : 1));
}

/** Items of folders whose names are equal but for case, where there is more than one. */
function groupByName(items: readonly CatalogItem[]): CatalogItem[][] {
  const groups = new Map<string, CatalogItem[]>();
  for (const item of items) {
    if (item.entry === null || item.entry.place === "draft") continue;
    const key = item.name.toLowerCase();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function toKind(
  other: CatalogItem,
  winner: CatalogItem | null,
  toOrder: (item: CatalogItem) => number,
): OverrideKind | null {
  if (winner === null) return null;
  if (other.name !== winner.name) return "case";
  const isLater = toOrder(other) > toOrder(winner);
  switch (other.entry?.place) {
    case "shadowed":
      return other.entry.rootPath === winner.entry?.rootPath ? "same_root" : "override";
    case "broken":
      return isLater ? "broken_override" : "broken_below";
    case "pending":
      return isLater ? "waiting" : "waiting_below";
    default:
      return null;
  }
}

function areSame(winner: CatalogItem | null, other: CatalogItem): boolean | null {
  const [one, two] = [winner?.entry?.digest ?? null, other.entry?.digest ?? null];
  return one === null || two === null ? null : one === two;
}
