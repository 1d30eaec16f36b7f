import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { problemSchema } from "#server/loop/events";
import { modelInputSchema } from "./settings.types";

const TEST_MS_MAX = 20_000;

/** Asks the given connection one short question, without storing it. A key that is left out is the stored one, for the stored address only. */
export const testModel = actorProcedure("change_settings")
  .input(modelInputSchema)
  .output(
    z.discriminatedUnion("ok", [
      z.object({ ok: z.literal(true), durationMs: z.number(), text: z.string() }),
      z.object({ ok: z.literal(false), problem: problemSchema }),
    ]),
  )
  .mutation(({ ctx, input, signal }) => {
    const stored = ctx.services.preferences.model();
    // A stored key must not travel to an address that somebody merely typed.
    const kept = stored?.baseUrl === input.baseUrl ? stored.apiKey : null;
    const timeout = AbortSignal.timeout(TEST_MS_MAX);
    return ctx.services.models.test(
      { baseUrl: input.baseUrl, name: input.name, apiKey: input.apiKey === undefined ? kept : input.apiKey },
      signal ? AbortSignal.any([signal, timeout]) : timeout,
    );
  });
