import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

/** Takes the trust of a digest away. */
export const demoteDigest = actorProcedure("decide")
  .input(z.object({ digest: z.string(), reason: z.string().max(10_000).default("") }))
  .output(z.object({ demoted: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    await ctx.services.review.demote({ ...input, by: ctx.by });
    return { demoted: true as const };
  });
