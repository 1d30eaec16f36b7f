import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { effectiveSettingsSchema } from "./settings.types";

/** The file behind the host service ticket_api; null is the sample. */
export const setTicketFile = actorProcedure("change_settings")
  .input(z.object({ path: z.string().min(1).max(4_096).nullable() }))
  .output(effectiveSettingsSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.setTicketFile(input.path, ctx.by);
    return ctx.services.preferences.effective();
  });
