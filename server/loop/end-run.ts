import type { Problem } from "#server/errors";
import { closeCall } from "./close-call";
import { TERMINAL_STATES } from "./events";
import { loseFocus } from "./focus";
import { placeOfRun, placeOfTurn } from "./places";
import { type OpenTurn, type RunStop, type RunView, topTask } from "./run-view";
import { finishTurn } from "./start-turn";
import { isAtLimit, toTaskEnd } from "./steps";
import type { Loop, TurnDesk } from "./turn";

type Verdict =
  | { state: "completed"; reason: string; result: string }
  | { state: "failed"; reason: string; result: string; problem: Problem }
  | { state: "cancelled"; reason: "cancelled"; result: string };

/** Ends a run that a person stopped between two effects: what its log holds is not gone on with. */
export function cancelRun(loop: Loop): void {
  loop.journal.readToEnd();
  endRun(loop, { kind: "cancelled" });
}

/**
 * Writes the end of a run: what is still open is closed from the top of the stack down, then the terminal event, the state
 * and, last of all, the result. `stop` says why when the log does not. What is stored already is not written again.
 */
export function endRun(loop: Loop, stop: RunStop | null = null): void {
  const { journal } = loop;
  closeTasks(loop);
  const verdict = toVerdict(journal.state, stop);
  const place = placeOfRun(journal.state);
  const { reason, state } = verdict;
  if (!journal.state.ending) {
    if (state === "completed") journal.add({ ...place, type: "success_react_task", payload: { reason } });
    else journal.add({ ...place, type: "fail_react_task", payload: toFailure(verdict) });
  }
  if (!TERMINAL_STATES.has(journal.state.status)) {
    journal.add({ ...place, type: "run_state", payload: { state, reason } });
  }
  journal.record("result", () => ({
    ...place,
    type: "result",
    payload: { result: verdict.result, success: state === "completed", finished: true },
  }));
}

function toFailure(verdict: Verdict): { reason: string; problem?: Problem } {
  const { reason } = verdict;
  return verdict.state === "failed" ? { reason, problem: verdict.problem } : { reason };
}

/** Ends every turn and focus mode that is still open; none when the run came to its end by itself. */
function closeTasks(loop: Loop): void {
  const { journal, ports } = loop;
  for (;;) {
    const { turn } = journal.state;
    const task = topTask(journal.state);
    if (turn) closeTurn({ journal, ports, place: placeOfTurn(task, turn.number) }, turn);
    else if (task.waiting) loseFocus(loop, "The run was stopped.", false);
    else return;
  }
}

function closeTurn(desk: TurnDesk, { step }: OpenTurn): void {
  const payload = { reason: "The run was cancelled.", durationMs: 0 };
  if (step?.call) closeCall(desk, step.call, { type: "tool_call_user_cancel", payload });
  finishTurn(desk, "fail");
}

function toVerdict(state: RunView, stop: RunStop | null): Verdict {
  const stopped = state.stop ?? stop;
  const isCancelled = stopped?.kind === "cancelled" || state.ending?.reason === "cancelled";
  if (isCancelled) {
    const turns = state.counts.turns === 1 ? "1 turn" : `${state.counts.turns} turns`;
    return { state: "cancelled", reason: "cancelled", result: `Cancelled after ${turns}, before there was an answer.` };
  }
  const [root] = state.tasks;
  const end = stopped ?? toTaskEnd(root);
  if (end?.kind === "answered") {
    return { state: "completed", reason: isAtLimit(root) ? "limit" : "answered", result: end.text };
  }
  const problem = end?.kind === "failed" ? end.problem : { code: "internal", message: "The run ended without an end." };
  return { state: "failed", reason: problem.message, result: problem.message, problem };
}
