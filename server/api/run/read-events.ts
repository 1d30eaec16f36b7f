import { z } from "zod";
import { actorProcedure } from "#server/api/trpc";
import { TERMINAL_STATES } from "#server/loop/events";
import type { EventBatch, LogPosition } from "#server/runs/runs";
import { eventBatchSchema, positionSchema, toPositionText } from "./run.types";

const WAIT_MS_MAX = 30_000;

/** One page of a log. With `waitMs` it waits for the next event of a log that goes on: the CLI's way to follow by HTTP. */
export const readEvents = actorProcedure("read")
  .input(
    z.object({
      id: z.string().min(1),
      after: positionSchema.nullish(),
      limit: z.number().int().min(1).max(5_000).default(1_000),
      waitMs: z.number().int().min(0).max(WAIT_MS_MAX).default(0),
    }),
  )
  .output(eventBatchSchema.extend({ position: z.string(), isEnded: z.boolean() }))
  .query(async ({ ctx, input, signal }) => {
    const { runs } = ctx.services;
    const after = input.after ?? null;
    let batch = await runs.events(input.id, after, input.limit);
    if (batch.events.length === 0 && !isEnded(batch, after) && input.waitMs > 0) {
      const timeout = AbortSignal.timeout(input.waitMs);
      const following = runs.follow(input.id, after, signal ? AbortSignal.any([signal, timeout]) : timeout);
      batch = (await nextBatch(following)) ?? batch;
    }
    const seq = batch.events.at(-1)?.seq ?? (after?.epoch === batch.epoch ? after.seq : 0);
    const position = { epoch: batch.epoch, seq };
    return { ...batch, position: toPositionText(position), isEnded: isEnded(batch, position) };
  });

async function nextBatch(following: AsyncGenerator<EventBatch>): Promise<EventBatch | null> {
  for await (const batch of following) if (batch.events.length > 0) return batch;
  return null;
}

function isEnded(batch: EventBatch, position: LogPosition | null): boolean {
  return (
    TERMINAL_STATES.has(batch.summary.status) &&
    position?.epoch === batch.epoch &&
    position.seq >= batch.summary.lastSeq
  );
}
