import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { intentTierSchema } from "#server/capability/contract";
import { tierPromptSchema } from "#server/tree/introspect/tier-views";

export const generatePrompt = actorProcedure("read")
  .input(z.object({ tier: intentTierSchema }))
  .output(tierPromptSchema)
  .query(({ ctx, input }) => ctx.services.introspect().generatePrompt(input.tier));
