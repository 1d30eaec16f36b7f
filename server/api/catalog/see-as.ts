import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { APPROVAL_TYPES, intentTierSchema } from "#server/capability/contract";
import { DEFAULT_FOCUS_MODE } from "#server/runs/runs";
import { LEFT_OUT_REASONS, seeAs } from "#server/runs/see-as";
import { APPROVAL_MODES } from "#server/tree/approval-modes";

const names = z.array(z.string());

const sightSchema = z.object({
  revision: z.string(),
  scopes: names,
  names,
  prompt: z.object({
    sections: z.array(z.object({ name: z.string(), body: z.string(), tokens: z.number() })),
    listed: z.number(),
    tokens: z.number(),
  }),
  wholeTokens: z.number(),
  approvals: z.object({
    isAsking: z.boolean(),
    needsPlan: z.boolean(),
    types: z.array(z.object({ type: z.enum(APPROVAL_TYPES), names, isRefused: z.boolean() })),
  }),
  leftOut: z.array(z.object({ reason: z.enum(LEFT_OUT_REASONS), names })),
});

/** What an agent of a tier, a scope and an approval mode gets of the catalog of now. */
export const seeCatalogAs = actorProcedure("read")
  .input(
    z.object({
      tier: intentTierSchema,
      scope: z.string().max(64).default(""),
      mode: z.enum(APPROVAL_MODES).default("full"),
      focusMode: z.string().max(64).default(DEFAULT_FOCUS_MODE),
    }),
  )
  .output(sightSchema)
  .query(({ ctx, input }) => seeAs(ctx.services.registry.current(), input));
