import type { PayloadOf, RunState, WireEvent } from "#server/loop/events";
import { payloadOf } from "./payload";

export type ExecutionLine =
  | { kind: "frame"; seq: number; ts: number; event: WireEvent; frame: PayloadOf<"execution_frame"> | undefined }
  | { kind: "log"; seq: number; ts: number; line: string; level: PayloadOf<"execution_log">["level"] }
  | { kind: "denied"; seq: number; ts: number; tried: string }
  | {
      kind: "model";
      seq: number;
      ts: number;
      request: PayloadOf<"model_request"> | undefined;
      result: PayloadOf<"model_result"> | undefined;
      event: WireEvent;
    }
  | { kind: "step"; seq: number; ts: number; step: PayloadOf<"execution_step">; event: WireEvent };

/** One execution as the screen draws it: a fold of its events. */
export type ExecutionView = {
  started: PayloadOf<"execution_started"> | undefined;
  /** Its payload lies behind a blob when the input is long. */
  startedEvent: WireEvent | undefined;
  startedAt: number | null;
  state: RunState | null;
  lines: readonly ExecutionLine[];
  finished: PayloadOf<"execution_finished"> | undefined;
  /** The last event's payload lies behind a blob: the output is fetched on demand. */
  finishedEvent: WireEvent | undefined;
  lastSeq: number;
};

export const EMPTY_EXECUTION: ExecutionView = {
  started: undefined,
  startedEvent: undefined,
  startedAt: null,
  state: null,
  lines: [],
  finished: undefined,
  finishedEvent: undefined,
  lastSeq: 0,
};

/** A result frame of the default limit with its log; what is larger is fetched when somebody asks for it. */
const OUTCOME_BYTES_MAX = 2 * 1024 * 1024;

/** Whether the outcome lies behind a blob that may be fetched without asking. */
export function hasSmallStoredOutcome({ finished, finishedEvent }: ExecutionView): boolean {
  const isStored = finished === undefined && finishedEvent?.blob_digest !== undefined;
  return isStored && (finishedEvent.blob_size ?? 0) <= OUTCOME_BYTES_MAX;
}

/** The view with the text of the blob that its last event points to. */
export function withStoredOutcome(view: ExecutionView, text: string): ExecutionView {
  if (view.finishedEvent === undefined) return view;
  const payload: unknown = JSON.parse(text);
  const finished = payloadOf({ ...view.finishedEvent, payload }, "execution_finished");
  return { ...view, finished };
}

/** Folds a batch; events already folded and types this version does not know are passed over. */
export function applyExecutionEvents(view: ExecutionView, batch: readonly WireEvent[]): ExecutionView {
  const fresh = batch.filter((event) => event.seq > view.lastSeq);
  if (fresh.length === 0) return view;
  const next = { ...view, lines: [...view.lines] };
  for (const event of fresh) {
    next.lastSeq = event.seq;
    if (event.type === "execution_started") {
      next.started = payloadOf(event, "execution_started");
      next.startedEvent = event;
      next.startedAt = event.ts;
    } else if (event.type === "run_state") {
      next.state = payloadOf(event, "run_state")?.state ?? next.state;
    } else if (event.type === "execution_finished") {
      next.finished = payloadOf(event, "execution_finished");
      next.finishedEvent = event;
    } else if (event.type === "model_result") {
      closeModelLine(next.lines, event);
    } else {
      const line = toLine(event);
      if (line) next.lines.push(line);
    }
  }
  return next;
}

function toLine(event: WireEvent): ExecutionLine | null {
  const place = { seq: event.seq, ts: event.ts };
  if (event.type === "execution_frame") {
    return { kind: "frame", ...place, event, frame: payloadOf(event, "execution_frame") };
  }
  if (event.type === "model_request") {
    return { kind: "model", ...place, event, request: payloadOf(event, "model_request"), result: undefined };
  }
  const log = payloadOf(event, "execution_log");
  if (log) {
    const line = log.data === undefined ? log.line : `${log.line} ${JSON.stringify(log.data)}`;
    return { kind: "log", ...place, line, level: log.level };
  }
  const denied = payloadOf(event, "execution_denied");
  if (denied) return { kind: "denied", ...place, tried: denied.tried };
  const step = payloadOf(event, "execution_step");
  if (step) return { kind: "step", ...place, step, event };
  return null;
}

function closeModelLine(lines: ExecutionLine[], event: WireEvent): void {
  const result = payloadOf(event, "model_result");
  const index = lines.findLastIndex(
    (line) =>
      line.kind === "model" &&
      line.result === undefined &&
      (line.request?.requestId === result?.requestId || line.event.span_id === event.span_id),
  );
  const line = lines[index];
  if (line?.kind === "model") lines[index] = { ...line, result };
}
