import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { draftSchema, fileChangesSchema } from "./draft.types";

/** Autosave. A save that saw an older revision is a conflict whose `details` hold the stored draft. */
export const saveDraft = actorProcedure("edit_draft")
  .input(
    z.object({
      name: z.string().min(1).max(256),
      /** The revision this editor saw; 0 begins a draft. */
      revision: z.number().int().min(0),
      changes: fileChangesSchema,
    }),
  )
  .output(draftSchema)
  .mutation(({ ctx, input }) => ctx.services.drafts.save({ ...input, by: ctx.by }));
