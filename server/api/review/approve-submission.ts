import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { noteSchema, submissionRecordSchema } from "./review.types";

/** Makes the submitted digest trusted and writes its folder. */
export const approveSubmission = actorProcedure("decide")
  .input(z.object({ id: z.string().min(1), note: noteSchema }))
  .output(submissionRecordSchema)
  .mutation(({ ctx, input }) => ctx.services.review.approve({ ...input, by: ctx.by }));
