import { isAppError } from "#server/errors";
import type { EventDraft, EventPlace } from "#server/loop/events";
import { claimLog, findExpired, releaseLease } from "#server/store/leases";
import type { LogHead } from "#server/store/rows";
import type { ExecutionPorts } from "./execution-context";

const REASON = "The process that ran it stopped before it ended.";

function placeOf(id: string): EventPlace {
  return { turn: 0, task_id: id, parent_task_id: "", span_id: id, parent_span_id: "" };
}

/** A run keeps its open call: whoever resumes it goes on from exactly there. */
function toRunEnd(run: LogHead): EventDraft[] {
  return [{ ...placeOf(run.id), type: "run_state", payload: { state: "interrupted", reason: REASON, by: "recovery" } }];
}

/** An execution cannot go on: its process is gone with its half-done work, so it has failed. */
function toExecutionEnd({ id, createdAt }: LogHead, now: number): EventDraft[] {
  const problem = { code: "interrupted", message: REASON, next: "Run it again." };
  const unknown = { inputTokens: null, outputTokens: null, costUsd: null };
  return [
    {
      ...placeOf(id),
      type: "execution_finished",
      payload: {
        ok: false,
        problem,
        level: null,
        durationMs: Math.max(0, now - createdAt.getTime()),
        peakRssBytes: null,
        llmCalls: 0,
        cacheHits: 0,
        usage: unknown,
        denials: 0,
        frames: 0,
        warnings: [],
      },
    },
    { ...placeOf(id), type: "run_state", payload: { state: "failed", reason: REASON, by: "recovery" } },
    { ...placeOf(id), type: "result", payload: { result: REASON, success: false, finished: true } },
  ];
}

/**
 * Finds runs and executions that say they are running although their lease is over, takes each and writes what that
 * means: a run is `interrupted` and can be resumed, an execution has failed. Several processes may do this at once: the
 * claim lets one win. Answers the ids it closed.
 */
export async function recoverExpired(
  ports: Pick<ExecutionPorts, "store" | "log" | "leases" | "now" | "report">,
): Promise<string[]> {
  const { store, log, leases, now } = ports;
  const closed: string[] = [];
  for (const expired of await findExpired(store, new Date(now()))) {
    const claim = { ownerId: leases.ownerId, now: new Date(now()), expiresAt: leases.expiresAt() };
    const taken = expired.ownerId === leases.ownerId ? null : await claimLog(store, expired.id, claim);
    // Another process was quicker, or it ended after all.
    if (taken === null || taken.status !== "running") continue;
    try {
      const drafts = taken.kind === "run" ? toRunEnd(taken) : toExecutionEnd(taken, now());
      await log.append(taken.id, drafts, leases.appendAs());
      closed.push(taken.id);
    } catch (error) {
      if (!isAppError(error) || error.code !== "lease_lost") throw error;
    }
    await releaseLease(store, taken.id, leases.ownerId);
  }
  if (closed.length > 0) ports.report(`Interrupted when a process stopped: ${closed.join(", ")}.`);
  return closed;
}
