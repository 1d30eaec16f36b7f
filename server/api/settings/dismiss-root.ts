import { actorProcedure } from "#server/api/trpc";
import { effectiveSettingsSchema, pathInputSchema } from "./settings.types";

/** Takes the admission back; the root is pending again. */
export const dismissRoot = actorProcedure("admit_root")
  .input(pathInputSchema)
  .output(effectiveSettingsSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.dismissRoot(input.path, ctx.by);
    return ctx.services.preferences.effective();
  });
