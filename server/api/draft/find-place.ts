import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

/** Whether a name is free for a new capability, and where an approval would write it. */
export const findPlace = actorProcedure("read")
  .input(z.object({ name: z.string().max(256) }))
  .output(
    z.object({
      /** null for a name that is free. */
      fault: z.object({ code: z.string(), message: z.string(), next: z.string().optional() }).nullable(),
      /** null when no root can be written. */
      folder: z.string().nullable(),
    }),
  )
  .query(({ ctx, input }) => ctx.services.drafts.findPlace(input.name));
