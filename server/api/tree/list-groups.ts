import { actorProcedure } from "#server/api/trpc";
import { groupListSchema } from "#server/tree/introspect/list-groups";

export const listGroups = actorProcedure("read")
  .output(groupListSchema)
  .query(({ ctx }) => ctx.services.introspect().listGroups());
