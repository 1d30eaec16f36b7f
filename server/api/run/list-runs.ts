import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { runStateSchema } from "#server/loop/events";
import { runSummarySchema } from "./run.types";

export const listRuns = actorProcedure("read")
  .input(
    z.object({
      kind: z.enum(["run", "execution"]).exactOptional(),
      status: runStateSchema.exactOptional(),
      title: z.string().max(1_000).exactOptional(),
      cursor: z.string().nullish(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
  )
  .output(z.object({ runs: z.array(runSummarySchema), nextCursor: z.string().nullable(), total: z.number() }))
  .query(({ ctx, input: { cursor, ...filter } }) =>
    ctx.services.runs.list({ ...filter, ...(cursor == null ? {} : { cursor }) }),
  );
