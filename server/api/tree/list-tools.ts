import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { toolListSchema } from "#server/tree/introspect/describe-tool";

export const listTools = actorProcedure("read")
  .input(z.object({ group: z.string().min(1).max(1_024) }))
  .output(toolListSchema)
  .query(({ ctx, input }) => ctx.services.introspect().listTools(input.group));
