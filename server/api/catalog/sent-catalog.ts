import { createHash } from "node:crypto";
import { z } from "zod";
import { toNewDraftSummary } from "#server/api/draft/to-new-draft-summary";
import { treeMetadataSchema } from "#server/capability/contract";
import type { CapabilityEntry, Catalog } from "#server/registry/catalog";
import { type EntrySummary, entrySummarySchema, toBrokenSummary, toEntrySummary } from "#server/registry/entry-summary";
import { createFacetSets, type Facets, facetsSchema, toFacets } from "#server/registry/facets";
import type { NewDraft } from "#server/review/review";
import { deriveNode } from "#server/tree/derive-node";
import type { TreeNode } from "#server/tree/node";
import { toolsByName } from "#server/tree/tree-index";
import type { KeyedRow } from "./list-patch";
import { rootStatusSchema } from "./root.types";

export const sentNodeSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["group", "tool", "subagent"]),
  parent: z.string(),
  source: z.enum(["builtin", "host", "capability"]),
  metadata: treeMetadataSchema,
  disabled: z.object({ reason: z.string(), enabledBy: z.string() }).optional(),
  /** Number of its set in `facetSets`; left out on groups, and on capabilities, whose entries have it. */
  facets: z.number().optional(),
});

/** `facets` is the number of its set in `facetSets`; a broken entry has none. */
export const sentRowSchema = entrySummarySchema.extend({ facets: z.number().optional() });

/** What changes rarely or is short is sent whole, beside the two long lists. */
export const sentRestSchema = z.object({
  revision: z.string(),
  /** Names the content of `nodes` and `entries`: what `catalog.changes` is asked to go on from. */
  version: z.string(),
  loadedAt: z.number(),
  /** Names that only a draft has. */
  drafts: z.array(sentRowSchema),
  facetSets: z.array(facetsSchema),
  roots: z.array(rootStatusSchema),
});

export const sentCatalogSchema = sentRestSchema.extend({
  nodes: z.array(sentNodeSchema),
  /** Everything the registry holds: current, shadowed, pending and broken, in this order. */
  entries: z.array(sentRowSchema),
});

type SentNode = z.infer<typeof sentNodeSchema>;
type SentRow = z.infer<typeof sentRowSchema>;
export type SentRest = z.infer<typeof sentRestSchema>;
type Place = Exclude<EntrySummary["place"], "broken">;

/** The two long lists of a catalog as they are sent, each row with its key and text. */
export type SentLists = {
  version: string;
  nodes: readonly KeyedRow<SentNode>[];
  entries: readonly KeyedRow<SentRow>[];
  facetSets: readonly Facets[];
};

/**
 * A capability's dimensions are read by whoever selects it, from `catalog.node`: its entry says what a row shows. With them
 * a catalog of 10,000 was 14.7 MB instead of half of that.
 */
function toSentNode(node: TreeNode): TreeNode {
  if (node.source !== "capability" || node.kind === "group") return node;
  const order = node.metadata.prompt?.sort_order;
  return { ...node, metadata: order === undefined ? {} : { prompt: { sort_order: order } } };
}

function toRow(entry: CapabilityEntry, place: Place, facets: number): SentRow {
  return { ...toEntrySummary(entry, place), facets };
}

/** A row that is as it was is the same object as in the lists before: of eight remembered catalogs one is held. */
function toKeyed<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  before: readonly KeyedRow<T>[] = [],
): readonly KeyedRow<T>[] {
  const known = new Map(before.map((keyed) => [keyed.key, keyed]));
  return rows.map((row) => {
    const keyed = { key: keyOf(row), text: JSON.stringify(row), row };
    const same = known.get(keyed.key);
    return same?.text === keyed.text ? same : keyed;
  });
}

const lists = new WeakMap<Catalog, SentLists>();

/**
 * Rows and nodes with the numbers of their facets; what the tree has is judged by its node there. Once for a catalog.
 * Sets that were numbered in the lists before keep their numbers, else one new set would renumber the rows after it.
 */
export function toSentLists(catalog: Catalog, before: SentLists | undefined): SentLists {
  const known = lists.get(catalog);
  if (known !== undefined) return known;
  const sets = createFacetSets(before?.facetSets);
  const placed = toolsByName(catalog.tree);
  const toPlacedRow = (entry: CapabilityEntry, place: Place): SentRow => {
    const node = place === "current" ? placed.get(entry.name) : undefined;
    const { metadata } = node?.source === "capability" ? node : deriveNode(entry);
    return toRow(entry, place, sets.add(toFacets(metadata, entry.contract.status)));
  };
  const nodes = catalog.tree.nodes.map((node): SentNode => {
    const hasOwn = node.kind !== "group" && node.source !== "capability";
    return { ...toSentNode(node), ...(hasOwn ? { facets: sets.add(toFacets(node.metadata, null)) } : {}) };
  });
  const entries = [
    ...[...catalog.entries.values()].map((entry) => toPlacedRow(entry, "current")),
    ...catalog.shadowed.map((entry) => toPlacedRow(entry, "shadowed")),
    ...catalog.pending.map((entry) => toPlacedRow(entry, "pending")),
    ...catalog.broken.map((broken): SentRow => toBrokenSummary(broken)),
  ];
  const keyed = {
    nodes: toKeyed(nodes, ({ id }) => id, before?.nodes),
    entries: toKeyed(entries, toRowKey, before?.entries),
  };
  const sent = { ...keyed, version: toVersion([...keyed.nodes, ...keyed.entries]), facetSets: sets.all() };
  lists.set(catalog, sent);
  return sent;
}

/** A tool that is compiled from a skill lies in the skill's folder. */
function toRowKey({ place, folder, name, composedFrom }: SentRow): string {
  return composedFrom === null ? `${place}:${folder}` : `composed:${name}`;
}

function toVersion(rows: readonly KeyedRow<unknown>[]): string {
  const hash = createHash("sha256");
  for (const { text } of rows) hash.update(`${text}\n`);
  return hash.digest("hex").slice(0, 32);
}

/** All of a catalog but its two long lists. Drafts are of this moment: they change without a new revision. */
export function toSentRest(
  catalog: Catalog,
  { version, facetSets }: SentLists,
  newDrafts: readonly NewDraft[],
): SentRest {
  const sets = createFacetSets(facetSets);
  const toDraftRow = ({ entry }: Extract<NewDraft, { kind: "ok" }>) =>
    toRow(entry, "draft", sets.add(toFacets(deriveNode(entry).metadata, entry.contract.status)));
  return {
    revision: catalog.revision,
    version,
    loadedAt: catalog.loadedAt,
    drafts: newDrafts.map((draft) => (draft.kind === "ok" ? toDraftRow(draft) : toNewDraftSummary(draft))),
    facetSets: sets.all(),
    roots: [...catalog.roots],
  };
}
