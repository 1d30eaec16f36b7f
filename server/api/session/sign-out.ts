import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

/** Closes this browser's session; the cookie is worth nothing afterwards. */
export const signOut = actorProcedure("read")
  .output(z.object({ signedOut: z.boolean() }))
  .mutation(async ({ ctx }) => {
    if (ctx.sessionToken === null) return { signedOut: false };
    await ctx.services.access.closeSession(ctx.sessionToken);
    return { signedOut: true };
  });
