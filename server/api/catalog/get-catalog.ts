import { actorProcedure } from "#server/api/trpc";
import { sentCatalogSchema, toSentRest } from "./sent-catalog";
import { sendLists } from "./sent-history";

export const getCatalog = actorProcedure("read")
  .output(sentCatalogSchema)
  .query(async ({ ctx }) => {
    const { registry, drafts } = ctx.services;
    const newDrafts = await drafts.listNew();
    const catalog = registry.current();
    const sent = sendLists(registry, catalog);
    return {
      ...toSentRest(catalog, sent, newDrafts),
      nodes: sent.nodes.map(({ row }) => row),
      entries: sent.entries.map(({ row }) => row),
    };
  });
