import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { effectiveSettingsSchema } from "./settings.types";

/** Hosts that the host service http_client may reach. */
export const setHttpHosts = actorProcedure("change_settings")
  .input(z.object({ hosts: z.array(z.string().min(1).max(255)).max(500) }))
  .output(effectiveSettingsSchema)
  .mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.setHttpHosts(input.hosts, ctx.by);
    return ctx.services.preferences.effective();
  });
