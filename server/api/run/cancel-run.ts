import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

/** Resolves when the run's last event is stored. */
export const cancelRun = actorProcedure("start_run")
  .input(z.object({ id: z.string().min(1) }))
  .output(z.object({ cancelled: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    await ctx.services.runs.cancel(input.id, ctx.by);
    return { cancelled: true as const };
  });
