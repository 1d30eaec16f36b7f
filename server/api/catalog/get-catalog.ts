import { actorProcedure } from "#server/api/trpc";
import { sentCatalogSchema, toSentLists, toSentRest } from "./sent-catalog";
import { rememberLists } from "./sent-history";

export const getCatalog = actorProcedure("read")
  .output(sentCatalogSchema)
  .query(async ({ ctx }) => {
    const { registry, drafts } = ctx.services;
    const newDrafts = await drafts.listNew();
    const catalog = registry.current();
    const sent = toSentLists(catalog);
    rememberLists(registry, sent);
    return {
      ...toSentRest(catalog, newDrafts),
      nodes: sent.nodes.map(({ row }) => row),
      entries: sent.entries.map(({ row }) => row),
    };
  });
