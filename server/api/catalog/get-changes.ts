import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { type Facets, facetsSchema } from "#server/registry/facets";
import { type KeyedRow, type ListPatch, listPatchSchema, toListPatch } from "./list-patch";
import { sentCatalogSchema, sentNodeSchema, sentRestSchema, sentRowSchema, toSentRest } from "./sent-catalog";
import { findLists, sendLists } from "./sent-history";

const changesSchema = z.union([
  sentRestSchema.extend({
    kind: z.literal("changes"),
    nodes: listPatchSchema(sentNodeSchema),
    entries: listPatchSchema(sentRowSchema),
    facetSets: listPatchSchema(facetsSchema),
  }),
  sentCatalogSchema.extend({ kind: z.literal("whole") }),
]);

/** Past this part of the rows a patch is no shorter than the whole. */
const PART_MAX = 0.5;

/** What changed since the version that a client holds; the whole when that is not remembered, or most of it changed. */
export const getChanges = actorProcedure("read")
  .input(z.object({ since: z.string().max(64) }))
  .output(changesSchema)
  .query(async ({ ctx, input }) => {
    const { registry, drafts } = ctx.services;
    const newDrafts = await drafts.listNew();
    const catalog = registry.current();
    const held = findLists(registry, input.since);
    const sent = sendLists(registry, catalog);
    const rest = toSentRest(catalog, sent, newDrafts);
    if (held !== null) {
      const nodes = toListPatch(held.nodes, sent.nodes);
      const entries = toListPatch(held.entries, sent.entries);
      const put = countPut(nodes) + countPut(entries);
      if (put <= PART_MAX * (sent.nodes.length + sent.entries.length)) {
        // Sets that only drafts have stand at the end, after those of the version: a patch never keeps them.
        const facetSets = toListPatch(toKeyedSets(held.facetSets), toKeyedSets(rest.facetSets));
        return { ...rest, kind: "changes" as const, nodes, entries, facetSets };
      }
    }
    return {
      ...rest,
      kind: "whole" as const,
      nodes: sent.nodes.map(({ row }) => row),
      entries: sent.entries.map(({ row }) => row),
    };
  });

function toKeyedSets(sets: readonly Facets[]): KeyedRow<Facets>[] {
  return sets.map((row) => {
    const text = JSON.stringify(row);
    return { key: text, text, row };
  });
}

function countPut(patch: ListPatch<unknown>): number {
  return patch.reduce((sum, step) => sum + ("put" in step ? step.put.length : 0), 0);
}
