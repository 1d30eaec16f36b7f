import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

export const resumeRun = actorProcedure("start_run")
  .input(z.object({ id: z.string().min(1) }))
  .output(z.object({ resumed: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    await ctx.services.runs.resume(input.id, ctx.by);
    return { resumed: true as const };
  });
