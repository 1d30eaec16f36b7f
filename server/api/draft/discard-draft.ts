import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

export const discardDraft = actorProcedure("edit_draft")
  .input(z.object({ name: z.string().min(1).max(256) }))
  .output(z.object({ discarded: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    await ctx.services.drafts.discard(input.name, ctx.by);
    return { discarded: true as const };
  });
