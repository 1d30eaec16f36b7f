import type { Problem } from "#server/errors";
import type { PayloadOf, RunState, WireEvent } from "#server/loop/events";
import { payloadOf } from "./payload";

/** What colours a bar: who spent the time. */
export type TimeKind = "waiting" | "model" | "sandbox" | "tool" | "none";

type EntryBase = {
  /** Seq of the entry's first event: its identity, its place in the order, its address. */
  seq: number;
  startedAt: number;
  /** null while it goes on. */
  endedAt: number | null;
  /** All events that made it, in order. */
  events: readonly WireEvent[];
};

export type ModelEntry = EntryBase & {
  kind: "model";
  requestId: string;
  /** undefined when the prompt lies behind a blob. */
  request: PayloadOf<"model_request"> | undefined;
  /** Text streamed so far; the whole text once the result is there. */
  text: string;
  result: PayloadOf<"model_result"> | undefined;
  isResultStoredApart: boolean;
};

export type CallStatus = "params" | "running" | "ok" | "failed" | "cancelled";

export type CallEntry = EntryBase & {
  kind: "call";
  callId: string;
  call: PayloadOf<"tool_call_start"> | undefined;
  status: CallStatus;
  /** The event that holds the arguments or the result, also when its payload is a blob. */
  paramEvent: WireEvent | undefined;
  resultEvent: WireEvent | undefined;
  executionId: string | null;
  isPartial: boolean;
  problem: Problem | undefined;
  durationMs: number | null;
};

export type PlainEntry = EntryBase & {
  kind: "discovery" | "thought" | "action" | "observation" | "skill" | "focus" | "state" | "error" | "end";
  event: WireEvent;
};

export type TimelineEntry = ModelEntry | CallEntry | PlainEntry;
export type EntryKind = TimelineEntry["kind"];

export type TurnView = {
  /** 0 holds what happened before the first turn. */
  no: number;
  taskId: string;
  start: PayloadOf<"turn_started"> | undefined;
  startedAt: number;
  endedAt: number | null;
  outcome: PayloadOf<"turn_finished">["outcome"] | null;
  entries: readonly TimelineEntry[];
};

export type RunHead = {
  started: PayloadOf<"run_started"> | undefined;
  state: RunState | null;
  stateReason: string | undefined;
  startedAt: number | null;
  endedAt: number | null;
  result: PayloadOf<"result"> | undefined;
  failure: PayloadOf<"fail_react_task"> | undefined;
};

/** A run as the screen draws it; nothing but a fold of its events. */
export type RunTimeline = {
  head: RunHead;
  turns: readonly TurnView[];
  events: readonly WireEvent[];
};

export const EMPTY_TIMELINE: RunTimeline = {
  head: {
    started: undefined,
    state: null,
    stateReason: undefined,
    startedAt: null,
    endedAt: null,
    result: undefined,
    failure: undefined,
  },
  turns: [],
  events: [],
};

const PLAIN_KINDS: Partial<Record<WireEvent["type"], PlainEntry["kind"]>> = {
  discovery: "discovery",
  thought: "thought",
  action: "action",
  observation: "observation",
  reference_material: "skill",
  focus_on: "focus",
  lose_focus: "focus",
  focus_refused: "focus",
  run_state: "state",
  error: "error",
  success_react_task: "end",
  fail_react_task: "end",
  result: "end",
};

/**
 * Folds a batch into the timeline. Answers a new value; turns that the batch did not touch keep their identity, so that
 * drawn rows can be compared by reference. Events already folded, and types this version does not know, are passed over.
 */
export function applyEvents(timeline: RunTimeline, batch: readonly WireEvent[]): RunTimeline {
  const lastSeq = timeline.events.at(-1)?.seq ?? 0;
  const fresh = batch.filter((event) => event.seq > lastSeq);
  if (fresh.length === 0) return timeline;
  const turns = [...timeline.turns];
  const touched = new Set<number>();
  let head = timeline.head;
  for (const event of fresh) {
    head = applyToHead(head, event);
    const index = findTurn(turns, event);
    const turn = turns[index];
    if (!turn) continue;
    if (!touched.has(index)) {
      touched.add(index);
      turns[index] = { ...turn, entries: [...turn.entries] };
    }
    turns[index] = applyToTurn(turns[index] ?? turn, event);
  }
  return { head, turns, events: [...timeline.events, ...fresh] };
}

/** Index of the event's turn; the turn is appended when the event is its first. Turns arrive in order, so the search starts at the end. */
function findTurn(turns: TurnView[], event: WireEvent): number {
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index];
    if (turn && turn.no === event.turn) return index;
    if (turn && turn.no < event.turn) break;
  }
  turns.push({
    no: event.turn,
    taskId: event.task_id,
    start: undefined,
    startedAt: event.ts,
    endedAt: null,
    outcome: null,
    entries: [],
  });
  return turns.length - 1;
}

function applyToHead(head: RunHead, event: WireEvent): RunHead {
  const started = payloadOf(event, "run_started");
  if (started) return { ...head, started, startedAt: event.ts };
  const state = payloadOf(event, "run_state");
  if (state) return { ...head, state: state.state, stateReason: state.reason, endedAt: null };
  const failure = payloadOf(event, "fail_react_task");
  if (failure) return { ...head, failure };
  if (event.type === "result") return { ...head, result: payloadOf(event, "result"), endedAt: event.ts };
  return head;
}

function applyToTurn(turn: TurnView, event: WireEvent): TurnView {
  switch (event.type) {
    case "turn_started":
      return { ...turn, taskId: event.task_id, start: payloadOf(event, "turn_started"), startedAt: event.ts };
    case "turn_finished":
      return { ...turn, endedAt: event.ts, outcome: payloadOf(event, "turn_finished")?.outcome ?? null };
    case "model_request":
      return withEntry(turn, toModelEntry(event));
    case "stream":
    case "model_result":
      return changeLast(turn, (entry) => (entry.kind === "model" ? applyToModel(entry, event) : undefined));
    case "tool_call_start":
      return withEntry(turn, toCallEntry(event));
    case "tool_call_status":
    case "tool_call_param":
    case "tool_call_result":
    case "tool_call_done":
    case "tool_call_error":
    case "tool_call_user_cancel":
      return changeLast(turn, (entry) =>
        entry.kind === "call" && entry.callId === event.call_id ? applyToCall(entry, event) : undefined,
      );
    default: {
      const kind = PLAIN_KINDS[event.type];
      if (!kind) return turn;
      return withEntry(turn, {
        kind,
        seq: event.seq,
        startedAt: event.ts,
        endedAt: event.ts,
        event,
        events: [event],
      });
    }
  }
}

function withEntry(turn: TurnView, entry: TimelineEntry): TurnView {
  return { ...turn, entries: [...turn.entries, entry] };
}

/** Replaces the last entry for which `change` answers one. An event without its start is kept in the log and drawn nowhere (domain.md 1.20). */
function changeLast(turn: TurnView, change: (entry: TimelineEntry) => TimelineEntry | undefined): TurnView {
  for (let index = turn.entries.length - 1; index >= 0; index -= 1) {
    const entry = turn.entries[index];
    const changed = entry && change(entry);
    if (changed) return { ...turn, entries: turn.entries.with(index, changed) };
  }
  return turn;
}

function toModelEntry(event: WireEvent): ModelEntry {
  const request = payloadOf(event, "model_request");
  return {
    kind: "model",
    seq: event.seq,
    startedAt: event.ts,
    endedAt: null,
    events: [event],
    requestId: request?.requestId ?? event.span_id,
    request,
    text: "",
    result: undefined,
    isResultStoredApart: false,
  };
}

function applyToModel(entry: ModelEntry, event: WireEvent): ModelEntry | undefined {
  if (entry.endedAt !== null) return undefined;
  const delta = payloadOf(event, "stream");
  if (delta) return { ...entry, text: entry.text + delta.text, events: [...entry.events, event] };
  if (event.type !== "model_result") return undefined;
  const result = payloadOf(event, "model_result");
  return {
    ...entry,
    result,
    isResultStoredApart: result === undefined,
    text: result?.text ?? entry.text,
    endedAt: event.ts,
    events: [...entry.events, event],
  };
}

function toCallEntry(event: WireEvent): CallEntry {
  const call = payloadOf(event, "tool_call_start");
  return {
    kind: "call",
    seq: event.seq,
    startedAt: event.ts,
    endedAt: null,
    events: [event],
    callId: event.call_id ?? event.span_id,
    call,
    status: "params",
    paramEvent: undefined,
    resultEvent: undefined,
    executionId: call?.executionId ?? null,
    isPartial: false,
    problem: undefined,
    durationMs: null,
  };
}

function applyToCall(entry: CallEntry, event: WireEvent): CallEntry {
  const next = { ...entry, events: [...entry.events, event] };
  const status = payloadOf(event, "tool_call_status")?.status;
  if (status === "running") return { ...next, status: "running" };
  if (event.type === "tool_call_param") return { ...next, paramEvent: event };
  if (event.type === "tool_call_result") {
    const result = payloadOf(event, "tool_call_result");
    return {
      ...next,
      resultEvent: event,
      executionId: result?.executionId ?? entry.executionId,
      isPartial: result?.isPartial ?? false,
    };
  }
  if (event.type === "tool_call_done") {
    const status: CallStatus = entry.problem ? "failed" : "ok";
    return { ...next, status, endedAt: event.ts, durationMs: payloadOf(event, "tool_call_done")?.durationMs ?? null };
  }
  if (event.type === "tool_call_error") {
    const failure = payloadOf(event, "tool_call_error");
    return {
      ...next,
      status: "failed",
      endedAt: event.ts,
      problem: failure?.problem,
      executionId: failure?.executionId ?? entry.executionId,
      durationMs: failure?.durationMs ?? null,
    };
  }
  if (event.type === "tool_call_user_cancel") {
    return {
      ...next,
      status: "cancelled",
      endedAt: event.ts,
      durationMs: payloadOf(event, "tool_call_user_cancel")?.durationMs ?? null,
    };
  }
  return next;
}

/** Who spent the entry's time. A call of a capability runs in the sandbox; one of a host tool does not. */
export function toTimeKind(entry: TimelineEntry): TimeKind {
  if (entry.kind === "model") return "model";
  if (entry.kind === "call") return entry.call?.digest === null ? "tool" : "sandbox";
  return "none";
}
