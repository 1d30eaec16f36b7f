import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { runSummarySchema } from "./run.types";

/** The head of a run's or an execution's log. */
export const getRun = actorProcedure("read")
  .input(z.object({ id: z.string().min(1) }))
  .output(runSummarySchema)
  .query(({ ctx, input }) => ctx.services.runs.get(input.id));
