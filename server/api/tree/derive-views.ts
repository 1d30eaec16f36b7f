import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { intentTierSchema } from "#server/capability/contract";
import { derivedViewsSchema } from "#server/tree/introspect/derived-views";

export const deriveViews = actorProcedure("read")
  .input(z.object({ tier: intentTierSchema, scope: z.string().max(64).default("") }))
  .output(derivedViewsSchema)
  .query(({ ctx, input }) => ctx.services.introspect().views(input));
