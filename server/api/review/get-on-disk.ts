import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { onDiskSchema } from "./review.types";

/** A capability's bytes on disk against the version of that name that was trusted last. */
export const getOnDisk = actorProcedure("read")
  .input(z.object({ name: z.string().min(1).max(256) }))
  .output(onDiskSchema)
  .query(({ ctx, input }) => ctx.services.review.getOnDisk(input.name));
