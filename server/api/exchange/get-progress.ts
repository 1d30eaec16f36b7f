import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { progressIdSchema } from "./exchange.types";

/** How far a preview is; null before its first turn is over, and once it is done. */
export const getProgress = actorProcedure("edit_draft")
  .input(z.object({ id: progressIdSchema }))
  .output(z.object({ done: z.number(), total: z.number() }).nullable())
  .query(({ ctx, input }) => ctx.services.importProgress.find(input.id));
