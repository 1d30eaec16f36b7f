import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

/** A fresh address that opens one session: what `capstan open` prints. */
export const openSession = actorProcedure("open_session")
  .output(z.object({ address: z.string() }))
  .mutation(async ({ ctx }) => {
    const token = await ctx.services.access.createLaunchToken();
    return { address: `${ctx.address}/?token=${token}` };
  });
