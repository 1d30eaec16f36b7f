import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { validationLevelSchema, validationReportSchema } from "#server/registry/validate-catalog";

export const validateTree = actorProcedure("read")
  .input(z.object({ level: validationLevelSchema.default(0) }))
  .output(validationReportSchema)
  .query(({ ctx, input }) => ctx.services.introspect().validate(input.level));
