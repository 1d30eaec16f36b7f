import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { submissionRecordSchema, submissionStatusSchema } from "./review.types";

export const listSubmissions = actorProcedure("read")
  .input(z.object({ status: submissionStatusSchema.exactOptional() }).default({}))
  .output(z.array(submissionRecordSchema))
  .query(({ ctx, input }) => ctx.services.review.list(input));
