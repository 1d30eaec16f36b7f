import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { submissionSchema } from "./review.types";

export const getSubmission = actorProcedure("read")
  .input(z.object({ id: z.string().min(1) }))
  .output(submissionSchema)
  .query(({ ctx, input }) => ctx.services.review.get(input.id));
