import { z } from "zod";
import { isoDate } from "#server/api/dates";
import { actorProcedure } from "#server/api/trpc";

const usageSchema = z.object({
  calls: z.number(),
  failures: z.number(),
  lastAt: isoDate.nullable(),
  /** Milliseconds. */
  durationMs: z.object({ total: z.number(), p50: z.number().nullable(), p95: z.number().nullable() }),
  inputBytes: z.number(),
  outputBytes: z.number(),
  matches: z.object({ matches: z.number(), lastAt: isoDate }).nullable(),
  /** `at` is milliseconds since 1970, `ms` how long it took. */
  load: z.object({ at: z.number(), ms: z.number() }).nullable(),
});

/** Calls, failures, times, bytes, matches and load of a capability or host tool; zeros for a name nobody ever called. */
export const getUsage = actorProcedure("read")
  .input(z.object({ name: z.string().min(1).max(256) }))
  .output(usageSchema)
  .query(({ ctx, input }) => ctx.services.usage.find(input.name));
