import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { findProposingRun } from "#server/review/proposals/proposer";
import { submissionSchema } from "./review.types";

export const getSubmission = actorProcedure("read")
  .input(z.object({ id: z.string().min(1) }))
  .output(submissionSchema)
  .query(async ({ ctx, input }) => {
    const submission = await ctx.services.review.get(input.id);
    return { ...submission, proposedInRun: findProposingRun(submission.submittedBy) };
  });
