import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";

/** A payload over 16 KiB, as JSON text. */
export const getBlob = actorProcedure("read")
  .input(z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/) }))
  .output(z.object({ text: z.string(), size: z.number() }))
  .query(({ ctx, input }) => ctx.services.runs.blob(input.digest));
