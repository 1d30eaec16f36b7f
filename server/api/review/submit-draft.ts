import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { noteSchema, submissionRecordSchema } from "./review.types";

/** Freezes the draft under its digest and puts it before a reviewer. */
export const submitDraft = actorProcedure("submit")
  .input(z.object({ name: z.string().min(1).max(256), note: noteSchema }))
  .output(submissionRecordSchema)
  .mutation(({ ctx, input }) => ctx.services.review.submit({ ...input, by: ctx.by }));
