import { actorProcedure } from "#server/api/trpc";
import { subtreeListSchema } from "#server/tree/introspect/list-subtrees";

export const listSubtrees = actorProcedure("read")
  .output(subtreeListSchema)
  .query(({ ctx }) => ctx.services.introspect().subtrees());
