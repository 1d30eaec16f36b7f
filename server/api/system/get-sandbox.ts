import { actorProcedure } from "#server/api/trpc";
import { levelReportSchema } from "./level.types";

export const getSandbox = actorProcedure("read")
  .output(levelReportSchema)
  .query(({ ctx }) => ctx.services.sandbox.level());
