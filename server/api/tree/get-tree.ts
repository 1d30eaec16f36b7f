import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { treeViewSchema } from "#server/tree/introspect/tree-view";

export const getTree = actorProcedure("read")
  .input(z.object({ node: z.string().min(1).max(1_024).optional(), depth: z.number().int().min(0).max(64).default(0) }))
  .output(z.array(treeViewSchema))
  .query(({ ctx, input: { node, depth } }) =>
    ctx.services.introspect().tree({ depth, ...(node === undefined ? {} : { node }) }),
  );
