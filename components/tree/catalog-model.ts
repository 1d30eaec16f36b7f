import type { ApiOutputs } from "#components/api";
import type { StateKind } from "#components/ui/state-mark";

export type CatalogData = ApiOutputs["catalog"]["get"];
export type CatalogEntry = CatalogData["entries"][number];
export type CatalogNode = CatalogData["nodes"][number];
export type CatalogFacets = CatalogData["facetSets"][number];

export const ITEM_KINDS = ["tool", "forge", "skill", "focus_mode", "builtin", "subagent"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** One thing of the catalog as the page shows it: an entry of a root, or a node of the shipped tree without one. */
export type CatalogItem = {
  /** Stands in the URL: the name of a current entry, the node's path, or place, root and name of one that is not current. */
  id: string;
  name: string;
  title: string;
  /** null for a broken entry whose type cannot be known. */
  kind: ItemKind | null;
  state: StateKind;
  layer: "L1" | "L2" | null;
  /** Empty where it cannot be known. */
  tier: string;
  description: string;
  /** Id of its group in the tree. */
  group: string;
  order: number;
  /** null for a broken entry, of which nothing is known. */
  facets: CatalogFacets | null;
  entry: CatalogEntry | null;
  node: CatalogNode | null;
};

export type CatalogGroup = { id: string; name: string; parent: string; intro: string; node: CatalogNode | null };

export type CatalogModel = {
  items: readonly CatalogItem[];
  groups: readonly CatalogGroup[];
  byId: ReadonlyMap<string, CatalogItem>;
  /** What the tree holds under a name, a built-in or the entry that wins it; else the first that has it. */
  byName: ReadonlyMap<string, CatalogItem>;
};

const DEFAULT_ORDER = 100;

/** Joins the tree's nodes with the registry's entries; every entry and every node appears exactly once. Pure. */
export function toCatalogModel(data: CatalogData): CatalogModel {
  const current = new Map(
    data.entries.filter((entry) => entry.place === "current").map((entry) => [entry.name, entry]),
  );
  const groups = new Map<string, CatalogGroup>();
  const items: CatalogItem[] = [];
  const placed = new Set<string>();
  const facetsOf = ({ facets }: { facets?: number | undefined }) => data.facetSets[facets ?? -1] ?? null;
  for (const node of data.nodes) {
    if (node.kind === "group") {
      const intro = node.metadata.prompt?.group_intro ?? node.metadata.prompt?.summary ?? "";
      groups.set(node.id, { id: node.id, name: node.name, parent: node.parent, intro, node });
      continue;
    }
    const entry = node.source === "capability" ? current.get(node.name) : undefined;
    if (entry !== undefined) placed.add(entry.name);
    items.push(entry === undefined ? toNodeItem(node, facetsOf(node)) : toEntryItem(entry, node, facetsOf(entry)));
  }
  for (const entry of [...data.entries, ...data.drafts]) {
    if (entry.place === "current" && placed.has(entry.name)) continue;
    items.push(toEntryItem(entry, null, facetsOf(entry)));
    if (entry.place === "current" && !groups.has(entry.group)) {
      groups.set(entry.group, { id: entry.group, name: entry.group, parent: "", intro: "", node: null });
    }
  }
  const inTree = items.filter(({ entry }) => entry === null || entry.place === "current");
  return {
    items,
    groups: [...groups.values()],
    byId: new Map(items.map((item) => [item.id, item])),
    byName: new Map([...items.toReversed(), ...inTree].map((item) => [item.name, item])),
  };
}

/** The item of an id, or the current one of a name: a host tool's id is its place in the tree, which not everybody knows. Pure. */
export function findItem(model: CatalogModel, idOrName: string): CatalogItem | undefined {
  return model.byId.get(idOrName) ?? model.byName.get(idOrName);
}

/** The id under which an entry is selected in the URL. */
export function toItemId(entry: Pick<CatalogEntry, "name" | "place" | "folder">): string {
  return entry.place === "current" ? entry.name : `${entry.place}:${entry.folder}`;
}

/** The id that a selection means now: an entry whose place changed, say by being mended, is found by its folder. Pure. */
export function toCurrentId(model: CatalogModel, id: string): string {
  if (model.byId.has(id)) return id;
  const folder = id.slice(id.indexOf(":") + 1);
  return model.items.find((item) => item.entry?.folder === folder)?.id ?? id;
}

function toEntryItem(entry: CatalogEntry, node: CatalogNode | null, facets: CatalogFacets | null): CatalogItem {
  return {
    id: toItemId(entry),
    name: entry.name,
    title: entry.title,
    kind: entry.type,
    state: entry.state,
    layer: entry.layer,
    tier: facets?.minTier ?? "",
    description: entry.description,
    group: node?.parent || entry.group,
    order: node?.metadata.prompt?.sort_order ?? DEFAULT_ORDER,
    facets,
    entry,
    node,
  };
}

function toNodeItem(node: CatalogNode, facets: CatalogFacets | null): CatalogItem {
  return {
    id: node.id.includes("/") ? node.id : `/${node.id}`,
    name: node.name,
    title: node.metadata.display?.title ?? node.name,
    kind: node.kind === "subagent" ? "subagent" : "builtin",
    state: node.disabled === undefined ? "trusted" : "disabled",
    layer: null,
    tier: facets?.minTier ?? "",
    description: node.metadata.prompt?.summary ?? "",
    group: node.parent,
    order: node.metadata.prompt?.sort_order ?? DEFAULT_ORDER,
    facets,
    entry: null,
    node,
  };
}
