import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { noteSchema, submissionRecordSchema } from "./review.types";

export const rejectSubmission = actorProcedure("decide")
  .input(z.object({ id: z.string().min(1), note: noteSchema, askForChanges: z.boolean().default(false) }))
  .output(submissionRecordSchema)
  .mutation(({ ctx, input }) => ctx.services.review.reject({ ...input, by: ctx.by }));
