import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { effectiveSettingsSchema, modelInputSchema } from "./settings.types";

/** Connects another model; null goes back to the environment's, or to none. */
export const setModel = actorProcedure("change_settings")
  .input(z.object({ connection: modelInputSchema.nullable() }))
  .output(effectiveSettingsSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.setModel(input.connection, ctx.by);
    return ctx.services.preferences.effective();
  });
