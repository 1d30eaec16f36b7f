import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { intentTierSchema } from "#server/capability/contract";
import { tierAllowlistSchema } from "#server/tree/introspect/tier-views";

export const generateAllowlist = actorProcedure("read")
  .input(z.object({ tier: intentTierSchema, agentType: z.string().min(1).max(64).optional() }))
  .output(tierAllowlistSchema)
  .query(({ ctx, input }) => ctx.services.introspect().generateAllowlist(input.tier, input.agentType));
