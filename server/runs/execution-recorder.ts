import type { EventDraft, EventPlace, EventType, PayloadOf } from "#server/loop/events";
import type { AppendAs, EventLog } from "./event-log";

const GATHER_MS = 40;
const GATHER_MAX = 256;

/** An event without its place, which the recorder knows. */
type BareEvent = { [T in EventType]: { type: T; payload: PayloadOf<T> } }[EventType];

/**
 * Writes the events of one execution in order. What only shows progress is gathered and stored a moment later; a request
 * is stored before its effect by `flush`. When the log can no longer be written (another owner, full disk) `onBroken` is
 * told, and every later `flush` throws that error.
 */
export type ExecutionRecorder = {
  /** Queues an event; `span` is its part of the execution, such as a step. Never throws or blocks. */
  add(event: BareEvent, span?: string): void;
  /** Stores everything queued; `create` makes the log with it. Throws what the log throws. */
  flush(create?: AppendAs["create"]): Promise<void>;
};

export function createExecutionRecorder(options: {
  log: EventLog;
  executionId: string;
  callId: string | undefined;
  appendAs: () => AppendAs;
  onBroken: (error: unknown) => void;
}): ExecutionRecorder {
  const { log, executionId, callId, appendAs, onBroken } = options;
  let queue: EventDraft[] = [];
  let storing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function placeOf(span: string | undefined): EventPlace {
    return {
      turn: 0,
      task_id: executionId,
      parent_task_id: "",
      ...(callId === undefined ? {} : { call_id: callId }),
      span_id: span ?? executionId,
      parent_span_id: span === undefined ? "" : executionId,
    };
  }

  function flush(create?: AppendAs["create"]): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    storing = storing.then(async () => {
      const drafts = queue;
      if (drafts.length === 0) return;
      queue = [];
      await log.append(executionId, drafts, { ...appendAs(), ...(create === undefined ? {} : { create }) });
    });
    storing.catch(onBroken);
    return storing;
  }

  return {
    add(event, span) {
      queue.push({ ...placeOf(span), ...event });
      if (queue.length >= GATHER_MAX) flush().catch(onBroken);
      else timer ??= setTimeout(() => flush().catch(onBroken), GATHER_MS);
    },
    flush,
  };
}
