import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { capabilityTypeSchema } from "#server/capability/contract";
import { draftSchema } from "./draft.types";

/** Begins a new capability as a draft that loads and runs at once; nothing is on disk until a review approves it. */
export const createDraft = actorProcedure("edit_draft")
  .input(
    z.object({
      name: z.string().max(256),
      type: capabilityTypeSchema,
      /** One sentence: what it does. */
      description: z.string().trim().min(1).max(500),
    }),
  )
  .output(draftSchema)
  .mutation(({ ctx, input }) => ctx.services.drafts.create({ ...input, by: ctx.by }));
