import { z } from "zod";
import { toNewDraftSummary } from "#server/api/draft/to-new-draft-summary";
import { actorProcedure } from "#server/api/trpc";
import { treeMetadataSchema } from "#server/capability/contract";
import type { CapabilityEntry, Catalog } from "#server/registry/catalog";
import { type EntrySummary, entrySummarySchema, toBrokenSummary, toEntrySummary } from "#server/registry/entry-summary";
import { createFacetSets, facetsSchema, toFacets } from "#server/registry/facets";
import type { NewDraft } from "#server/review/review";
import { deriveNode } from "#server/tree/derive-node";
import type { TreeNode } from "#server/tree/node";
import { toolsByName } from "#server/tree/tree-index";
import { rootStatusSchema } from "./root.types";

const treeNodeSchema = z.object({
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
const rowSchema = entrySummarySchema.extend({ facets: z.number().optional() });

const catalogSchema = z.object({
  revision: z.string(),
  loadedAt: z.number(),
  nodes: z.array(treeNodeSchema),
  /** Everything the registry holds: current, shadowed, pending and broken, in this order. */
  entries: z.array(rowSchema),
  /** Names that only a draft has. */
  drafts: z.array(rowSchema),
  facetSets: z.array(facetsSchema),
  roots: z.array(rootStatusSchema),
});

/**
 * A capability's dimensions are read by whoever selects it, from `catalog.node`: its entry says what a row shows. With them
 * a catalog of 10,000 was 14.7 MB instead of half of that.
 */
function toSentNode(node: TreeNode): TreeNode {
  if (node.source !== "capability" || node.kind === "group") return node;
  const order = node.metadata.prompt?.sort_order;
  return { ...node, metadata: order === undefined ? {} : { prompt: { sort_order: order } } };
}

type Row = z.infer<typeof rowSchema>;
type Place = Exclude<EntrySummary["place"], "broken">;

/** Rows and nodes with the numbers of their facets; what the tree has is judged by its node there. */
function toRows(catalog: Catalog, newDrafts: readonly NewDraft[]) {
  const sets = createFacetSets();
  const placed = toolsByName(catalog.tree);
  const toRow = (entry: CapabilityEntry, place: Place): Row => {
    const node = place === "current" ? placed.get(entry.name) : undefined;
    const { metadata } = node?.source === "capability" ? node : deriveNode(entry);
    return { ...toEntrySummary(entry, place), facets: sets.add(toFacets(metadata, entry.contract.status)) };
  };
  return {
    nodes: catalog.tree.nodes.map((node) => {
      const hasOwn = node.kind !== "group" && node.source !== "capability";
      return { ...toSentNode(node), ...(hasOwn ? { facets: sets.add(toFacets(node.metadata, null)) } : {}) };
    }),
    entries: [
      ...[...catalog.entries.values()].map((entry) => toRow(entry, "current")),
      ...catalog.shadowed.map((entry) => toRow(entry, "shadowed")),
      ...catalog.pending.map((entry) => toRow(entry, "pending")),
      ...catalog.broken.map(toBrokenSummary),
    ],
    drafts: newDrafts.map((draft) => (draft.kind === "ok" ? toRow(draft.entry, "draft") : toNewDraftSummary(draft))),
    facetSets: sets.all(),
  };
}

export const getCatalog = actorProcedure("read")
  .output(catalogSchema)
  .query(async ({ ctx }) => {
    const catalog = ctx.services.registry.current();
    return {
      revision: catalog.revision,
      loadedAt: catalog.loadedAt,
      ...toRows(catalog, await ctx.services.drafts.listNew()),
      roots: [...catalog.roots],
    };
  });
