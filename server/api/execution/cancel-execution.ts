import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

/** Resolves when the process group is gone and the end is stored. */
export const cancelExecution = actorProcedure("execute")
  .input(z.object({ id: z.string().min(1) }))
  .output(z.object({ cancelled: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    await ctx.services.executions.cancel(input.id, ctx.by);
    return { cancelled: true as const };
  });
