import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { draftSchema } from "./draft.types";

/** null when nobody edits this capability. */
export const getDraft = actorProcedure("read")
  .input(z.object({ name: z.string().min(1).max(256) }))
  .output(draftSchema.nullable())
  .query(({ ctx, input }) => ctx.services.drafts.find(input.name));
