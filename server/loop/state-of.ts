import type { EventDraft, PayloadOf, RunEvent } from "./events";
import type { CallEnd, OpenTurn, RunView, Step, StepCall, Task } from "./run-view";
import { topTask } from "./run-view";
import { namedCapability, whatIsKnown } from "./steps";

/**
 * The state of a run, folded from its events and from nothing else (design.md 5). Pure: the same events give the same
 * view. Throws when the first event is not `run_started`.
 */
export function stateOf(events: readonly RunEvent[]): RunView {
  const [first, ...rest] = events;
  if (first?.type !== "run_started") throw new Error("a run's first event is run_started");
  return rest.reduce<RunView>(applyEvent, openingView(first));
}

function openingView(first: RunEvent & { type: "run_started" }): RunView {
  const root: Task = {
    id: first.task_id,
    parentId: first.parent_task_id,
    spanId: first.span_id,
    loop: first.payload.focusMode,
    depth: 0,
    turns: 0,
    max: null,
    steps: [],
    unknown: new Map(),
    end: null,
    waiting: null,
  };
  return {
    settings: first.payload,
    status: "queued",
    tasks: [root],
    turn: null,
    extra: { tool: [], forge: [], skill: [], focus_mode: [] },
    loadedSkills: [],
    answers: [],
    counts: { turns: 0, modelCalls: 0, calls: 0, failedCalls: 0 },
    stop: null,
    ending: null,
    isOver: false,
  };
}

/** The next state. Constant work an event, but for one copy of the step list at the end of a turn. */
export function applyEvent(view: RunView, event: EventDraft): RunView {
  switch (event.type) {
    case "run_state":
      return { ...view, status: event.payload.state };
    case "turn_started":
      return startTurn(view, event);
    case "discovery":
      return { ...withTurn(view, { discovery: event.payload }), extra: event.payload.extra };
    case "model_request": {
      const { requestId, purpose } = event.payload;
      const counts = { ...view.counts, modelCalls: view.counts.modelCalls + 1 };
      return { ...withTurn(view, { pending: { kind: "model", requestId, purpose } }), counts };
    }
    case "model_result":
      return withTurn(view, { pending: null, isModelDown: isModelDown(event.payload) });
    case "thought":
      return withTurn(view, { thought: event.payload.thought });
    case "action":
      return chooseAction(view, event.payload);
    case "tool_call_start": {
      const { name, kind } = event.payload;
      const step = { call: { callId: event.call_id ?? "", name, kind, end: null, isClosed: false } };
      return { ...withStep(view, step), counts: { ...view.counts, calls: view.counts.calls + 1 } };
    }
    case "tool_call_status":
      return event.payload.status === "running" ? awaitCall(view) : view;
    case "tool_call_result":
      return endCall(view, { kind: "ok", output: event.payload.result });
    case "tool_call_done":
      return withCall(view, { isClosed: true });
    case "tool_call_error":
      return endCall(view, { kind: "failed", problem: event.payload.problem });
    case "tool_call_user_cancel":
      return endCall(view, { kind: "cancelled" });
    case "observation":
      return observe(view, event.payload);
    case "reference_material":
      return loadSkill(view, event.payload);
    case "focus_on":
      return focusOn(view, event);
    case "lose_focus":
      return loseFocus(view, event.payload);
    case "turn_finished":
      return finishTurn(view, event.payload);
    case "error":
      return withTurn(view, { problem: event.payload.problem });
    case "success_react_task":
      return { ...view, ending: { isSuccess: true, reason: event.payload.reason } };
    case "fail_react_task":
      return { ...view, ending: { isSuccess: false, reason: event.payload.reason } };
    case "result":
      return { ...view, isOver: true };
    default:
      // The rest tells people more about what the types above already say; readers pass over what they do not know.
      return view;
  }
}

function withTop(view: RunView, change: Partial<Task>): RunView {
  const [root, ...above] = view.tasks;
  const last = above.pop();
  if (!last) return { ...view, tasks: [{ ...root, ...change }] };
  return { ...view, tasks: [root, ...above, { ...last, ...change }] };
}

function withTurn(view: RunView, change: Partial<OpenTurn>): RunView {
  return view.turn ? { ...view, turn: { ...view.turn, ...change } } : view;
}

function withStep(view: RunView, change: Partial<Step>): RunView {
  return view.turn?.step ? withTurn(view, { step: { ...view.turn.step, ...change } }) : view;
}

function withCall(view: RunView, change: Partial<StepCall>): RunView {
  const call = view.turn?.step?.call;
  return call ? withStep(view, { call: { ...call, ...change } }) : view;
}

function startTurn(view: RunView, event: EventDraft & { type: "turn_started" }): RunView {
  const { nonce, revision, startedAt, max } = event.payload;
  const turn: OpenTurn = {
    number: event.turn,
    nonce,
    revision,
    startedAt,
    discovery: null,
    pending: null,
    rejections: [],
    thought: null,
    step: null,
    answer: null,
    problem: null,
    isModelDown: false,
    returned: null,
  };
  const task = topTask(view);
  const counts = { ...view.counts, turns: view.counts.turns + 1 };
  return { ...withTop(view, { max, turns: task.turns + 1 }), counts, turn };
}

function isModelDown(result: PayloadOf<"model_result">): boolean {
  return !result.ok && result.problem?.code !== "cancelled";
}

function chooseAction(view: RunView, payload: PayloadOf<"action">): RunView {
  if (!view.turn) return view;
  const step: Step = {
    ...payload,
    turn: view.turn.number,
    thought: view.turn.thought,
    call: null,
    observations: [],
  };
  const answer = payload.params.answer_payload;
  if (payload.action !== "directly_answer" || typeof answer !== "string") return withTurn(view, { step });
  return { ...withTurn(view, { step, answer }), answers: [...view.answers, answer] };
}

function awaitCall(view: RunView): RunView {
  const call = view.turn?.step?.call;
  return call ? withTurn(view, { pending: { kind: "call", callId: call.callId, name: call.name } }) : view;
}

/** A result leaves the card open until `tool_call_done`; the other two ends close it. */
function endCall(view: RunView, end: CallEnd): RunView {
  const isOk = end.kind === "ok";
  const failedCalls = view.counts.failedCalls + (isOk ? 0 : 1);
  return {
    ...withTurn(withCall(view, { end, isClosed: !isOk }), { pending: null }),
    counts: { ...view.counts, failedCalls },
  };
}

function observe(view: RunView, observation: PayloadOf<"observation">): RunView {
  if (!view.turn) return view;
  if (observation.source === "verifier") {
    return withTurn(view, { rejections: [...view.turn.rejections, observation.observation] });
  }
  const { step } = view.turn;
  if (!step) return view;
  const seen = withStep(view, { observations: [...step.observations, observation] });
  const name = observation.source === "discovery" ? namedCapability(step) : null;
  if (name === null) return seen;
  const { unknown } = topTask(view);
  return withTop(seen, { unknown: new Map(unknown).set(name, (unknown.get(name) ?? 0) + 1) });
}

function loadSkill(view: RunView, { name, digest, text }: PayloadOf<"reference_material">): RunView {
  const others = view.loadedSkills.filter((skill) => skill.name !== name);
  return { ...view, loadedSkills: [...others, { name, digest, text }] };
}

function focusOn(view: RunView, event: EventDraft & { type: "focus_on" }): RunView {
  const task: Task = {
    id: event.task_id,
    parentId: event.parent_task_id,
    spanId: event.span_id,
    loop: event.payload.loop,
    depth: event.payload.depth,
    turns: 0,
    max: event.payload.max,
    steps: [],
    unknown: new Map(),
    end: null,
    waiting: view.turn,
  };
  return { ...view, tasks: [...view.tasks, task], turn: null };
}

function loseFocus(view: RunView, returned: PayloadOf<"lose_focus">): RunView {
  const { waiting } = topTask(view);
  const [root, ...above] = view.tasks;
  return { ...view, tasks: [root, ...above.slice(0, -1)], turn: waiting && { ...waiting, returned } };
}

function finishTurn(view: RunView, { outcome }: PayloadOf<"turn_finished">): RunView {
  const { turn } = view;
  if (!turn) return view;
  const task = topTask(view);
  const steps = turn.step ? [...task.steps, turn.step] : task.steps;
  const closed = { ...withTop(view, { steps }), turn: null };
  if (outcome === "exit") {
    return withTop(closed, { end: { kind: "answered", text: turn.answer ?? whatIsKnown(steps) } });
  }
  if (outcome !== "fail" || closed.stop) return closed;
  if (!turn.problem) return { ...closed, stop: { kind: "cancelled" } };
  if (turn.isModelDown) return { ...closed, stop: { kind: "failed", problem: turn.problem } };
  return withTop(closed, { end: { kind: "failed", problem: turn.problem } });
}
