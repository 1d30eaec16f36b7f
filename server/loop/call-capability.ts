import type { JsonObject, JsonValue } from "#server/capability/json";
import type { Problem } from "#server/errors";
import { askModel, whyUnusable } from "./ask-model";
import type { DraftOf, EventDraft, EventPlace } from "./events";
import { findJsonObject } from "./find-json-object";
import { placeOfCall } from "./places";
import { toParamsHints } from "./planner-hints";
import type { CallOutcome, LoopCapability } from "./ports";
import { toParamsPrompt } from "./prompt/params-prompt";
import { toSentence } from "./resolve";
import { observe, type Turn, type TurnOutcome } from "./turn";

const PARAMS_ATTEMPTS_MAX = 3;

/** What a model reads of one output; the whole of it is on the call's own page. */
const OBSERVATION_CHARACTERS_MAX = 8000;

/** One call at work: the card on the screen is open, so every way out closes it. */
type Call = Turn & { capability: LoopCapability; callPlace: EventPlace; executionId: string | null };

type Prepared =
  | { kind: "prepared"; input: JsonObject }
  | { kind: "invalid"; problem: Problem }
  | Extract<TurnOutcome, { kind: "fail" | "cancelled" }>;

/**
 * Calls a tool or forge: prepare the arguments, run, tell what came of it, in the event order of domain.md 1.8. `given`
 * are the model's own arguments; missing or invalid ones are asked for. Whatever fails in the capability is an
 * observation; only the model's failure and a cancel end more than the call.
 */
export async function callCapability(turn: Turn, capability: LoopCapability, given?: JsonObject): Promise<TurnOutcome> {
  const call = startCall(turn, capability);
  const prepared = await prepareInput(call, given);
  switch (prepared.kind) {
    case "prepared": {
      const outcome = await runCall(call, prepared.input);
      finishCall(call, outcome);
      return turn.signal.aborted ? { kind: "cancelled" } : { kind: "continue" };
    }
    case "invalid":
      finishCall(call, { kind: "failed", problem: prepared.problem, executionId: null, durationMs: 0 });
      return { kind: "continue" };
    case "fail":
      recordError(call, { problem: prepared.problem, executionId: null, durationMs: 0 });
      return prepared;
    case "cancelled":
      recordCancel(call, 0);
      return prepared;
  }
}

function startCall(turn: Turn, capability: LoopCapability): Call {
  const { journal, ports } = turn;
  const callPlace = placeOfCall(turn.place, `call_${turn.place.turn}`);
  const { name, type: kind, description, digest, state, source } = capability;
  const { payload } = journal.record("tool_call_start", () => ({
    ...callPlace,
    type: "tool_call_start",
    payload: {
      name,
      kind,
      description,
      digest,
      isDraft: state === "draft",
      executionId: source === "host" ? null : ports.newId("execution"),
    },
  }));
  recordStatus(turn, callPlace, "processing_params");
  return { ...turn, capability, callPlace, executionId: payload.executionId };
}

function recordStatus(turn: Turn, place: EventPlace, status: "processing_params" | "running"): void {
  turn.journal.record("tool_call_status", () => ({ ...place, type: "tool_call_status", payload: { status } }));
}

async function prepareInput(call: Call, given: JsonObject | undefined): Promise<Prepared> {
  const { capability, ports } = call;
  if (given && ports.validate(capability.inputSchema, given).length === 0) return { kind: "prepared", input: given };

  let issues: string[] = given ? ports.validate(capability.inputSchema, given) : [];
  for (let attempt = 1; attempt <= PARAMS_ATTEMPTS_MAX; attempt += 1) {
    const asked = issues;
    const result = await askModel(call, {
      purpose: "params",
      attempt,
      place: call.callPlace,
      toPrompt: () => toParamsPrompt(call.journal.state, capability, asked),
      toHints: () => toParamsHints(call, capability, asked),
    });
    const unusable = whyUnusable(call, result);
    if (unusable) return unusable;
    const found = findJsonObject(result.text);
    if (found.kind === "found") {
      issues = ports.validate(capability.inputSchema, found.object);
      if (issues.length === 0) return { kind: "prepared", input: found.object };
    } else {
      issues = [
        found.kind === "truncated" ? "The JSON object has no end: the answer was cut." : "There is no JSON object.",
      ];
    }
  }
  const message = `No valid arguments for "${capability.name}" after ${PARAMS_ATTEMPTS_MAX} attempts: ${issues.join("; ")}.`;
  return { kind: "invalid", problem: { code: "bad_input", message, next: "Say in the question what is missing." } };
}

async function runCall(call: Call, input: JsonObject): Promise<CallOutcome> {
  const { journal, ports, signal, callPlace, executionId, capability } = call;
  journal.record("tool_call_param", () => ({ ...callPlace, type: "tool_call_param", payload: { params: input } }));
  recordStatus(call, callPlace, "running");
  const stored = toStoredOutcome(journal.upcoming());
  if (stored) return stored;
  await journal.flush();
  const callId = callPlace.call_id ?? callPlace.span_id;
  if (signal.aborted) return { kind: "cancelled", executionId, durationMs: 0 };
  return ports.execute({ callId, executionId, capability, input }, signal);
}

/** The outcome the log already holds; `finishCall` then reads the same events back. */
function toStoredOutcome(event: EventDraft | undefined): CallOutcome | undefined {
  switch (event?.type) {
    case "tool_call_result": {
      const { result: output, isPartial, executionId } = event.payload;
      return { kind: "ok", output, isPartial, executionId, durationMs: 0 };
    }
    case "tool_call_error":
      return { kind: "failed", ...event.payload };
    case "tool_call_user_cancel":
      return { kind: "cancelled", executionId: null, durationMs: event.payload.durationMs };
    default:
      return undefined;
  }
}

function finishCall(call: Call, outcome: CallOutcome): void {
  const { journal, callPlace, capability } = call;
  const source = `${capability.type}:${capability.name}`;
  switch (outcome.kind) {
    case "ok": {
      const { output: result, executionId, isPartial, durationMs } = outcome;
      const payload = { result, executionId, isPartial };
      journal.record("tool_call_result", () => ({ ...callPlace, type: "tool_call_result", payload }));
      journal.record("tool_call_done", () => ({ ...callPlace, type: "tool_call_done", payload: { durationMs } }));
      observe(call, { observation: toObservation(result, isPartial), source, isError: false });
      return;
    }
    case "failed": {
      const { problem, executionId, durationMs } = outcome;
      recordError(call, { problem, executionId, durationMs });
      observe(call, { observation: `${capability.name} failed. ${toSentence(problem)}`, source, isError: true });
      return;
    }
    case "cancelled":
      recordCancel(call, outcome.durationMs);
      observe(call, { observation: "A person stopped this call. Do not repeat it.", source, isError: true });
  }
}

function recordError({ journal, callPlace }: Call, payload: DraftOf<"tool_call_error">["payload"]): void {
  journal.record("tool_call_error", () => ({ ...callPlace, type: "tool_call_error", payload }));
}

function recordCancel({ journal, callPlace, signal }: Call, durationMs: number): void {
  const reason = signal.aborted ? "The run was cancelled." : "The call was cancelled.";
  const payload = { reason, durationMs };
  journal.record("tool_call_user_cancel", () => ({ ...callPlace, type: "tool_call_user_cancel", payload }));
}

/** An output as the model reads it. A long one says how much of it is shown. */
export function toObservation(output: JsonValue, isPartial: boolean): string {
  const text = typeof output === "string" ? output : JSON.stringify(output);
  const shown =
    text.length <= OBSERVATION_CHARACTERS_MAX
      ? text
      : `${text.slice(0, OBSERVATION_CHARACTERS_MAX)} ... (the first ${OBSERVATION_CHARACTERS_MAX} of ${text.length} characters; ask for less to see the rest)`;
  return isPartial ? `Partial result, since no model is connected for its model steps: ${shown}` : shown;
}
