import { actorProcedure } from "#server/api/trpc";
import { levelReportSchema } from "./level.types";

/** Runs the sandbox's self-test again, after a person installed what was missing. */
export const recheckSandbox = actorProcedure("execute")
  .output(levelReportSchema)
  .mutation(({ ctx }) => ctx.services.sandbox.recheck());
