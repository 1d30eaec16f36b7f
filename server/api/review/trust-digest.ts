import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

/** Trusts the bytes on disk as they are; refused when they moved on since the person looked. */
export const trustDigest = actorProcedure("decide")
  .input(z.object({ name: z.string().min(1).max(256), digest: z.string(), reason: z.string().max(10_000).default("") }))
  .output(z.object({ trusted: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    await ctx.services.review.trustDigest({ ...input, by: ctx.by });
    return { trusted: true as const };
  });
