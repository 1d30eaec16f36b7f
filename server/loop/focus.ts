import { placeOfTurn } from "./places";
import type { LoopCapability } from "./ports";
import { topTask } from "./run-view";
import { finishTurn, MAX_TURNS } from "./start-turn";
import { namedCapability, toTaskEnd } from "./steps";
import { type Loop, observe, openTurnOf, type Turn, type TurnOutcome, taskOf } from "./turn";

/** Loops that may stand on each other, the run's own not counted (domain.md 1.17, proposed). */
const DEPTH_MAX = 4;

/**
 * Opens a focus mode: a loop of its own on a sub-task, pushed on the task stack. The turn that opened it stays open and
 * gets the focus mode's answer as its observation. A loop that is already at work, and one too deep, is refused.
 */
export function enterFocus(turn: Turn, mode: LoopCapability): TurnOutcome {
  const { journal, place } = turn;
  const task = taskOf(turn);
  const reason = whyRefused(turn, mode.name);
  if (reason !== null) {
    const payload = { loop: mode.name, reason };
    journal.record("focus_refused", () => ({ ...place, type: "focus_refused", payload }));
    observe(turn, { observation: reason, source: `focus_mode:${mode.name}`, isError: true });
    return { kind: "continue" };
  }
  const earlier = task.steps.filter((step) => step.action === "load_capability" && namedCapability(step) === mode.name);
  const id = `${task.id}_focus_${mode.name}${earlier.length === 0 ? "" : `_${earlier.length + 1}`}`;
  journal.record("focus_on", () => ({
    ...place,
    type: "focus_on",
    task_id: id,
    parent_task_id: task.id,
    span_id: id,
    parent_span_id: place.span_id,
    payload: { loop: mode.name, depth: task.depth + 1, max: mode.loop?.max_iterations ?? MAX_TURNS },
  }));
  return { kind: "focus" };
}

function whyRefused(turn: Turn, name: string): string | null {
  const { tasks } = turn.journal.state;
  if (tasks.some((task) => task.loop === name)) {
    return `The focus mode "${name}" is already at work: it cannot open itself. Go on in this loop.`;
  }
  if (taskOf(turn).depth < DEPTH_MAX) return null;
  return `The focus mode "${name}" would be loop ${DEPTH_MAX + 1} on top of each other; ${DEPTH_MAX} is the limit. Go on in this loop.`;
}

/** Ends the topmost focus mode. `result` is what the loop below reads of it. */
export function loseFocus({ journal }: Loop, result: string, isSuccess: boolean): void {
  const { tasks, counts } = journal.state;
  const task = topTask(journal.state);
  const below = tasks[tasks.length - 2];
  journal.record("lose_focus", () => ({
    ...placeOfTurn(task, counts.turns),
    type: "lose_focus",
    span_id: task.spanId,
    parent_span_id: task.waiting ? `turn_${task.waiting.number}` : "",
    payload: { fromLoop: task.loop, toLoop: below?.loop ?? "", result, isSuccess },
  }));
}

/** Ends a focus mode that came to its end by itself, with its answer or its problem. */
export function leaveFocus(loop: Loop): void {
  const end = toTaskEnd(topTask(loop.journal.state));
  if (end?.kind === "failed") loseFocus(loop, `The focus mode failed. ${end.problem.message} Do not retry it.`, false);
  else loseFocus(loop, end?.text ?? "", true);
}

/** Hands what a focus mode said to the turn that opened it, and ends that turn. */
export function returnFromFocus(loop: Loop): void {
  const { journal, ports } = loop;
  const task = topTask(journal.state);
  const open = openTurnOf(loop);
  const { fromLoop, result, isSuccess } = open.returned ?? { fromLoop: "", result: "", isSuccess: false };
  const turn = { journal, ports, place: placeOfTurn(task, open.number) };
  observe(turn, { observation: result, source: `focus_mode:${fromLoop}`, isError: !isSuccess });
  finishTurn(turn, "continue");
}
