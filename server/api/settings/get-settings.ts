import { actorProcedure } from "#server/api/trpc";
import { effectiveSettingsSchema } from "./settings.types";

export const getSettings = actorProcedure("read")
  .output(effectiveSettingsSchema)
  .query(({ ctx }) => ctx.services.preferences.effective());
