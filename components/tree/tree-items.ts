import type { TreeItem } from "#components/ui/tree-model";
import type { CatalogGroup, CatalogItem, CatalogModel } from "./catalog-model";

/** What a row of the tree stands for. A group's id in the URL ends in "/", so that no capability can have it. */
export type CatalogRow =
  | { kind: "group"; id: string; name: string; intro: string; count: number; group: CatalogGroup | null }
  | { kind: "item"; id: string; item: CatalogItem };

export type CatalogTreeItem = TreeItem<CatalogRow>;

const ASIDES = ["draft", "broken", "pending", "shadowed"] as const;

/** Places whose entries stand in groups of their own below the tree, with the words for them. */
export type AsideWords = Readonly<Record<(typeof ASIDES)[number], { name: string; intro: string }>>;

const collator = new Intl.Collator(["en", "zh"], { numeric: true });

/**
 * The tree of the items that passed the filters: groups nested as the tree has them, empty ones left out, entries by sort
 * order and name; what only a draft has, is broken, pending or shadowed in groups of its own at the end. Pure.
 */
export function toTreeItems(model: CatalogModel, items: readonly CatalogItem[], asides: AsideWords): CatalogTreeItem[] {
  const byGroup = new Map<string, CatalogItem[]>();
  for (const item of items) {
    const place = item.entry?.place ?? "current";
    const key = place === "current" ? item.group : `${place}:`;
    const list = byGroup.get(key);
    if (list === undefined) byGroup.set(key, [item]);
    else list.push(item);
  }
  const groupsOf = new Map<string, CatalogGroup[]>();
  const known = new Set(model.groups.map((group) => group.id));
  for (const group of model.groups) {
    const parent = known.has(group.parent) ? group.parent : "";
    const list = groupsOf.get(parent);
    if (list === undefined) groupsOf.set(parent, [group]);
    else list.push(group);
  }
  const toChildren = (groupId: string): CatalogTreeItem[] => [
    ...(groupsOf.get(groupId) ?? []).flatMap((group) => {
      const children = toChildren(group.id);
      return children.length === 0 ? [] : [toGroup(group.id, group.name, group.intro, { children, group })];
    }),
    ...toLeaves(byGroup.get(groupId) ?? []),
  ];
  const top = toChildren("");
  for (const place of ASIDES) {
    const leaves = toLeaves(byGroup.get(`${place}:`) ?? []);
    const words = asides[place];
    if (leaves.length > 0) top.push(toGroup(`${place}:`, words.name, words.intro, { children: leaves, group: null }));
  }
  return top;
}

function toGroup(
  id: string,
  name: string,
  intro: string,
  { children, group }: { children: CatalogTreeItem[]; group: CatalogGroup | null },
): CatalogTreeItem {
  const count = children.reduce((sum, child) => sum + (child.value.kind === "group" ? child.value.count : 1), 0);
  const rowId = `${id}/`;
  return { id: rowId, value: { kind: "group", id: rowId, name, intro, count, group }, children };
}

function toLeaves(items: readonly CatalogItem[]): CatalogTreeItem[] {
  return [...items]
    .sort((a, b) => a.order - b.order || collator.compare(a.name, b.name))
    .map((item) => ({ id: item.id, value: { kind: "item", id: item.id, item }, children: [] }));
}

/** Ids of the groups around an entry, outermost first; empty when it is not in the tree. Pure. */
export function findAncestors(items: readonly CatalogTreeItem[], id: string): string[] {
  for (const item of items) {
    if (item.children.some((child) => child.id === id)) return [item.id];
    const below = findAncestors(item.children, id);
    if (below.length > 0) return [item.id, ...below];
  }
  return [];
}

/** Ids of every group. Pure. */
export function toGroupIds(items: readonly CatalogTreeItem[]): string[] {
  return items.flatMap((item) => (item.children.length === 0 ? [] : [item.id, ...toGroupIds(item.children)]));
}

/** Ids of the groups that are open when so many levels show: at 1 none, at 2 the outermost ones. Pure. */
export function toGroupIdsAbove(items: readonly CatalogTreeItem[], depth: number): string[] {
  if (depth <= 1) return [];
  return items.flatMap((item) =>
    item.children.length === 0 ? [] : [item.id, ...toGroupIdsAbove(item.children, depth - 1)],
  );
}

/** How many levels are open, "all" when every group is; null when a group is open deeper than another one is closed. Pure. */
export function findOpenDepth(items: readonly CatalogTreeItem[], expanded: ReadonlySet<string>): number | "all" | null {
  let [deepestOpen, outermostClosed] = [0, Number.POSITIVE_INFINITY];
  const visit = (siblings: readonly CatalogTreeItem[], level: number): void => {
    for (const item of siblings) {
      if (item.children.length === 0) continue;
      if (expanded.has(item.id)) deepestOpen = Math.max(deepestOpen, level);
      else outermostClosed = Math.min(outermostClosed, level);
      visit(item.children, level + 1);
    }
  };
  visit(items, 1);
  if (outermostClosed === Number.POSITIVE_INFINITY) return "all";
  return deepestOpen < outermostClosed ? deepestOpen + 1 : null;
}
