import { actorProcedure } from "#server/api/trpc";
import { codegenReportSchema } from "#server/registry/composed/composed-status";

export const reportCodegen = actorProcedure("read")
  .output(codegenReportSchema)
  .query(({ ctx }) => ctx.services.introspect().codegen());
