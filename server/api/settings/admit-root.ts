import { actorProcedure } from "#server/api/trpc";
import { effectiveSettingsSchema, pathInputSchema } from "./settings.types";

/** Lets the entries of a root into search, prompts and loops. */
export const admitRoot = actorProcedure("admit_root")
  .input(pathInputSchema)
  .output(effectiveSettingsSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.admitRoot(input.path, ctx.by);
    return ctx.services.preferences.effective();
  });
