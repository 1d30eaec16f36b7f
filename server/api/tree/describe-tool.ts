import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { toolDescriptionSchema } from "#server/tree/introspect/describe-tool";

export const describeTool = actorProcedure("read")
  .input(z.object({ name: z.string().min(1).max(1_024) }))
  .output(toolDescriptionSchema)
  .query(({ ctx, input }) => ctx.services.introspect().describeTool(input.name));
