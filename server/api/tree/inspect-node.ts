import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { nodeInspectionSchema } from "#server/tree/introspect/describe-tool";

export const inspectNode = actorProcedure("read")
  .input(z.object({ name: z.string().min(1).max(1_024) }))
  .output(nodeInspectionSchema)
  .query(({ ctx, input }) => ctx.services.introspect().inspect(input.name));
