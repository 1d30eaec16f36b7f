import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { effectiveSettingsSchema } from "./settings.types";

/** The folder whose capabilities are read besides the shipped ones; null goes back to flag or environment. */
export const setProject = actorProcedure("change_settings")
  .input(z.object({ path: z.string().min(1).max(4_096).nullable() }))
  .output(effectiveSettingsSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.setProject(input.path, ctx.by);
    return ctx.services.preferences.effective();
  });
