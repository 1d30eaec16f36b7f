import { actorProcedure } from "#server/api/trpc";
import { diagnoseTool } from "#server/runs/diagnose/diagnose-tool";
import { diagnoseInputSchema, toolDiagnosisSchema } from "#server/runs/diagnose/diagnosis";

/** Why a model does or does not call a capability; a name that nothing has is answered too. */
export const diagnose = actorProcedure("read")
  .input(diagnoseInputSchema)
  .output(toolDiagnosisSchema)
  .query(({ ctx, input }) => diagnoseTool(ctx.services.registry.current(), input));
