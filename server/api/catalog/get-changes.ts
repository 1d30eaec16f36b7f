import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { type ListPatch, listPatchSchema, toListPatch } from "./list-patch";
import {
  sentCatalogSchema,
  sentNodeSchema,
  sentRestSchema,
  sentRowSchema,
  toSentLists,
  toSentRest,
} from "./sent-catalog";
import { findLists, rememberLists } from "./sent-history";

const changesSchema = z.union([
  sentRestSchema.extend({
    kind: z.literal("changes"),
    nodes: listPatchSchema(sentNodeSchema),
    entries: listPatchSchema(sentRowSchema),
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
    const sent = toSentLists(catalog);
    const held = findLists(registry, input.since);
    rememberLists(registry, sent);
    const rest = toSentRest(catalog, newDrafts);
    if (held !== null) {
      const nodes = toListPatch(held.nodes, sent.nodes);
      const entries = toListPatch(held.entries, sent.entries);
      const put = countPut(nodes) + countPut(entries);
      if (put <= PART_MAX * (sent.nodes.length + sent.entries.length)) {
        return { ...rest, kind: "changes" as const, nodes, entries };
      }
    }
    return {
      ...rest,
      kind: "whole" as const,
      nodes: sent.nodes.map(({ row }) => row),
      entries: sent.entries.map(({ row }) => row),
    };
  });

function countPut(patch: ListPatch<unknown>): number {
  return patch.reduce((sum, step) => sum + ("put" in step ? step.put.length : 0), 0);
}
