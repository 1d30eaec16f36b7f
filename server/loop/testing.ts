import type { JsonValue } from "#server/capability/json";
import { validateJson } from "#server/capability/validate-json";
import { buildSearchIndex } from "#server/discovery/build-index";
import type { SearchIndex } from "#server/discovery/hit";
import type { Problem } from "#server/errors";
import type { ModelAnswer, ModelRequest } from "#server/model/model";
import type { EventDraft, RunEvent } from "./events";
import type { CallOutcome, CapabilityCall, CatalogView, LoopCapability, LoopPorts } from "./ports";
import { runLoop } from "./run-loop";

/** A capability as a loop sees it, with sensible defaults. */
export function makeCapability(changes: Partial<LoopCapability> & { name: string }): LoopCapability {
  return {
    type: "tool",
    title: changes.name,
    description: `Does ${changes.name}.`,
    when: "",
    state: "trusted",
    digest: `digest-${changes.name}`,
    source: "capability",
    inputSchema: { type: "object", properties: {} },
    approvalType: "none",
    ...changes,
  };
}

const TICKET_SCHEMA = {
  type: "object",
  properties: { ticket_id: { type: "string", pattern: "^TK-" } },
  required: ["ticket_id"],
  additionalProperties: false,
};

export const TICKET = makeCapability({ name: "query_ticket_status", inputSchema: TICKET_SCHEMA });
export const REPORT = makeCapability({ name: "log-report", type: "forge" });
export const SKILL = makeCapability({ name: "incident-summary", type: "skill", skillText: "Write three sentences." });
export const FOCUS = makeCapability({
  name: "log_analysis",
  type: "focus_mode",
  loop: { instructions: "Read logs.", max_iterations: 5 },
});
export const SHIPPED = [TICKET, REPORT, SKILL, FOCUS];

function indexOf(capabilities: readonly LoopCapability[]): SearchIndex {
  return buildSearchIndex(
    capabilities.map(({ name, type: kind, title, description, when }) => {
      return { name, kind, title, description, when, keywords: [], parameters: "", utterances: [] };
    }),
  );
}

/** Built once: the resume tests start thousands of runs over it. */
const SHIPPED_INDEX = indexOf(SHIPPED);

/** A view over exactly these, as `catalogViewOf` would make it for one focus mode. */
export function makeView(capabilities: readonly LoopCapability[], options: Partial<World> = {}): CatalogView {
  const refused = options.refused ?? {};
  return {
    revision: options.revision ?? "rev-1",
    capabilities,
    index: capabilities === SHIPPED ? SHIPPED_INDEX : indexOf(capabilities),
    get: (name) => capabilities.find((capability) => capability.name === name),
    refusalOf: (name) => (Object.hasOwn(refused, name) ? refused[name] : undefined),
    refusedFor: () => Object.entries(refused).map(([name, problem]) => ({ name, problem })),
  };
}

type Reply = string | { fail: Problem } | ((request: ModelRequest) => string | { fail: Problem });

/** What a run meets: the model's replies and the calls' outcomes in order, the last one for ever. */
export type World = {
  replies: readonly Reply[];
  outcomes: readonly (JsonValue | { fail: Problem } | "cancelled")[];
  capabilities: readonly LoopCapability[];
  refused: Record<string, Problem>;
  revision: string;
  nonces: string[];
  /** Called before each effect and each append, with what comes: "append", "model" or "call". */
  onAwait: (what: string) => void;
};

export type ScriptedPorts = LoopPorts & {
  log: RunEvent[];
  appends: EventDraft[][];
  requests: ModelRequest[];
  calls: CapabilityCall[];
};

/** Ports over memory. A log that holds results already gets the replies and outcomes after those. */
export function createScriptedPorts(world: Partial<World>, stored: readonly RunEvent[]): ScriptedPorts {
  const log = [...stored];
  const count = (...types: string[]) => stored.filter((event) => types.includes(event.type)).length;
  const asked = count("model_result");
  const called = countEndedCalls(stored);
  const appends: EventDraft[][] = [];
  const requests: ModelRequest[] = [];
  const calls: CapabilityCall[] = [];
  const at = <T>(list: readonly T[] | undefined, index: number) => list?.[Math.min(index, list.length - 1)];
  let clock = 1_700_000_000_000 + stored.length;
  let ids = stored.length;
  let letters = stored.length;
  const capabilities = world.capabilities ?? SHIPPED;
  const view = makeView(capabilities, world);

  return {
    log,
    appends,
    requests,
    calls,
    async append(drafts) {
      world.onAwait?.("append");
      appends.push([...drafts]);
      const events = drafts.map((draft, index) => toStored(draft, log.length + 1 + index));
      log.push(...events);
      return events;
    },
    now: () => {
      clock += 1;
      return clock;
    },
    newId: (prefix) => {
      ids += 1;
      return `${prefix}_${ids}`;
    },
    randomLetters: (length) => {
      letters += 1;
      return world.nonces?.shift() ?? toLetters(letters, length);
    },
    catalog: ({ focusMode }) => {
      const loop = capabilities.find((capability) => capability.name === focusMode)?.loop;
      return loop ? { ...view, loop } : view;
    },
    modelLabel: () => "scripted",
    async askModel(request, { signal, onText }) {
      world.onAwait?.("model");
      const reply = at(world.replies, asked + requests.length) ?? ANSWER;
      requests.push(request);
      const said = typeof reply === "function" ? reply(request) : reply;
      if (signal.aborted) return toAnswer({ fail: { code: "cancelled", message: "aborted" } });
      if (typeof said === "string") onText(said);
      return toAnswer(said);
    },
    async execute(call, signal) {
      world.onAwait?.("call");
      const outcome = at(world.outcomes, called + calls.length) ?? { ok: true };
      calls.push(call);
      return signal.aborted ? toOutcome("cancelled", call) : toOutcome(outcome, call);
    },
    validate: validateJson,
  };
}

/** How many calls ran to an end in this log; one that was closed before it ran does not count. */
export function countEndedCalls(log: readonly RunEvent[]): number {
  let isRunning = false;
  let ended = 0;
  for (const event of log) {
    if (event.type === "tool_call_start") isRunning = false;
    if (event.type === "tool_call_status" && event.payload.status === "running") isRunning = true;
    if (isRunning && ["tool_call_result", "tool_call_error", "tool_call_user_cancel"].includes(event.type)) ended += 1;
  }
  return ended;
}

function toStored(draft: EventDraft, seq: number): RunEvent {
  return { ...draft, run_id: "run-1", seq, ts: seq };
}

function toLetters(number: number, length: number): string {
  const digits = number.toString(36).replaceAll(/[0-9]/g, (digit) => "qrstuvwxyz".charAt(Number(digit)));
  return digits.padStart(length, "a").slice(-length);
}

function toAnswer(said: string | { fail: Problem }): ModelAnswer {
  const rest = { usage: { inputTokens: 10, outputTokens: 5, costUsd: null }, durationMs: 1, model: "scripted" };
  if (typeof said === "string") return { kind: "ok", text: said, finishReason: "stop", ...rest };
  return { kind: "failed", problem: said.fail, text: "", ...rest };
}

function toOutcome(outcome: World["outcomes"][number], { executionId }: CapabilityCall): CallOutcome {
  const rest = { executionId, durationMs: 1 };
  if (outcome === "cancelled") return { kind: "cancelled", ...rest };
  if (isFailure(outcome)) return { kind: "failed", problem: outcome.fail, ...rest };
  return { kind: "ok", output: outcome, isPartial: false, ...rest };
}

function isFailure(outcome: World["outcomes"][number]): outcome is { fail: Problem } {
  return typeof outcome === "object" && outcome !== null && "fail" in outcome;
}

/** The first event of a run that asks `message`. */
export function makeRunStarted(
  changes: { message?: string; tier?: "question" | "greeting"; max?: number } = {},
): RunEvent {
  return {
    run_id: "run-1",
    seq: 1,
    ts: 1,
    turn: 0,
    task_id: "task",
    parent_task_id: "",
    span_id: "run",
    parent_span_id: "",
    type: "run_started",
    payload: {
      message: changes.message ?? "Where does ticket TK-20241215-001 stand?",
      focusMode: "default",
      allowDrafts: false,
      model: "scripted",
      isPlanner: false,
      maxIterations: changes.max ?? null,
      startedBy: "tester",
      tier: changes.tier ?? "question",
      tierReasons: [],
    },
  };
}

/** Runs one run in a world to its end and answers the ports, whose `log` is the whole run. */
export async function runIn(
  world: Partial<World>,
  start: Parameters<typeof makeRunStarted>[0] = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<ScriptedPorts> {
  const events = [makeRunStarted(start)];
  const ports = createScriptedPorts(world, events);
  await runLoop(events, ports, { signal });
  return ports;
}

/** An action as a model writes it. */
export function act(action: string, params: Record<string, JsonValue> = {}): string {
  return JSON.stringify({ "@action": action, identifier: "step", ...params });
}

export const ANSWER = act("directly_answer", { answer_payload: "It stands at development." });
export const ASK_TICKET = act("require_tool", { tool_require_payload: "query_ticket_status" });
export const TICKET_ARGUMENTS = JSON.stringify({ ticket_id: "TK-20241215-001" });

/** The types of a log without what depends on how it was cut: states and streamed text. */
export function typesOf(log: readonly RunEvent[]): string[] {
  return log.map((event) => event.type).filter((type) => type !== "run_state" && type !== "stream");
}
