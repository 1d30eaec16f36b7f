import { actorProcedure } from "#server/api/trpc";
import { effectiveSettingsSchema, pathInputSchema } from "./settings.types";

/** Removes a root that Settings gave; one of a variable or file is a conflict that names it. */
export const removeRoot = actorProcedure("change_settings")
  .input(pathInputSchema)
  .output(effectiveSettingsSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.removeRoot(input.path, ctx.by);
    return ctx.services.preferences.effective();
  });
