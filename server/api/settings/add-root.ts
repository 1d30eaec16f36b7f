import { actorProcedure } from "#server/api/trpc";
import { effectiveSettingsSchema, pathInputSchema } from "./settings.types";

/** Adds a root; it is pending until somebody admits it. */
export const addRoot = actorProcedure("change_settings")
  .input(pathInputSchema)
  .output(effectiveSettingsSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.addRoot(input.path, ctx.by);
    return ctx.services.preferences.effective();
  });
