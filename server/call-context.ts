import { AsyncLocalStorage } from "node:async_hooks";
import type { JsonValue } from "#server/capability/json";

export type LogLevel = "info" | "warn" | "error";

/** One line that a capability or host tool logs. */
export type LogEntry = { level: LogLevel; message: string; data?: JsonValue };

/**
 * On whose behalf something runs right now. For logs and records, never for a decision: who may do what comes from the
 * actor, which is passed as an argument.
 */
export type CallContext = {
  /** One request of a person or client to the API. */
  readonly requestId?: string;
  /** The signed-in session it came from; tells sessions apart and opens none. */
  readonly sessionId?: string;
  readonly runId?: string;
  readonly callId?: string;
  readonly executionId?: string;
  readonly capability?: string;
  /** Where lines logged by this call go; left out, to the server's own log. */
  readonly writeLog?: (entry: LogEntry) => void;
};

/** A context variable of the runtime, not state: what it holds belongs to one chain of awaited calls. */
const storage = new AsyncLocalStorage<CallContext>();

const NONE: CallContext = Object.freeze({});

/** The context of the running call; empty outside of any. */
export function getCallContext(): CallContext {
  return storage.getStore() ?? NONE;
}

/**
 * Runs `job` in exactly this context, and everything it awaits or starts. For where a call begins anew, such as a run
 * taken from the queue, so that it does not carry the ids of whoever happened to wake the queue.
 */
export function runInContext<Result>(context: CallContext, job: () => Result): Result {
  return storage.run(Object.freeze({ ...context }), job);
}

/** Runs `job` in the context of now with this added or replaced. */
export function runWithin<Result>(more: CallContext, job: () => Result): Result {
  return runInContext({ ...getCallContext(), ...more }, job);
}
