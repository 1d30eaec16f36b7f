import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

/** Reads all roots again, for a disk whose changes cannot be watched. */
export const reloadCatalog = actorProcedure("read")
  .output(z.object({ revision: z.string() }))
  .mutation(async ({ ctx }) => {
    const catalog = await ctx.services.registry.reload();
    return { revision: catalog.revision };
  });
