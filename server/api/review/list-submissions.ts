import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { findProposingRun } from "#server/review/proposals/proposer";
import { queuedSubmissionSchema, submissionStatusSchema } from "./review.types";

export const listSubmissions = actorProcedure("read")
  .input(z.object({ status: submissionStatusSchema.exactOptional() }).default({}))
  .output(z.array(queuedSubmissionSchema))
  .query(async ({ ctx, input }) => {
    const submissions = await ctx.services.review.list(input);
    return submissions.map((each) => ({ ...each, proposedInRun: findProposingRun(each.submittedBy) }));
  });
