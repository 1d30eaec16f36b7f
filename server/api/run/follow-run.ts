import { tracked } from "@trpc/server";
import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { eventBatchSchema, positionSchema, toPositionText } from "./run.types";

/**
 * The log of a run or an execution from a position and then live. Each message is a batch whose id is the position of
 * its last event, so a socket that comes back goes on there without gap or duplicate.
 */
export const followRun = actorProcedure("read")
  .input(z.object({ id: z.string().min(1), lastEventId: positionSchema.nullish() }))
  .subscription(async function* ({ ctx, input, signal }) {
    const until = signal ?? new AbortController().signal;
    for await (const batch of ctx.services.runs.follow(input.id, input.lastEventId ?? null, until)) {
      const seq = batch.events.at(-1)?.seq ?? input.lastEventId?.seq ?? 0;
      yield tracked(toPositionText({ epoch: batch.epoch, seq }), eventBatchSchema.parse(batch));
    }
  });
