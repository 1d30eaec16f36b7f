import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { treeMetadataSchema } from "#server/capability/contract";
import { AppError } from "#server/errors";

/** All seven dimensions of one node of the tree; the catalog itself sends only what its rows show. */
export const getNode = actorProcedure("read")
  .input(z.object({ id: z.string().min(1).max(1_024) }))
  .output(z.object({ metadata: treeMetadataSchema }))
  .query(({ ctx, input }) => {
    const node = ctx.services.registry.current().tree.nodes.find(({ id }) => id === input.id);
    if (node) return { metadata: node.metadata };
    throw new AppError("not_found", `The tree has no node ${input.id}.`, {
      next: "Reload the page; the catalog has probably changed since.",
    });
  });
