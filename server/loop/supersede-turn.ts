import { toObservation } from "./call-capability";
import { placeOfCall, placeOfTurn } from "./places";
import { toSentence } from "./resolve";
import { type CallEnd, type RunView, type Step, type StepCall, topTask } from "./run-view";
import { finishTurn } from "./start-turn";
import { type Loop, observe, openTurnOf, type TurnDesk } from "./turn";

/**
 * True when a turn was interrupted and the catalog is another one by now. Everything of a turn is resolved against one
 * revision (design.md 5), so such a turn cannot go on.
 */
export function isSuperseded(state: RunView, revision: string): boolean {
  return state.turn !== null && state.turn.returned === null && state.turn.revision !== revision;
}

/**
 * Ends an interrupted turn under the catalog it began with: keeps what it did as its observation, and lets the next turn
 * start on the new catalog. An answer that was given already stands.
 */
export function supersedeTurn(loop: Loop): void {
  const { journal, ports } = loop;
  journal.readToEnd();
  const open = openTurnOf(loop);
  const desk = { journal, ports, place: placeOfTurn(topTask(journal.state), open.number) };
  if (open.step && !isLeaving(open.step)) keepStep(desk, open.step);
  if (open.problem) finishTurn(desk, "fail");
  else finishTurn(desk, open.step && isLeaving(open.step) ? "exit" : "superseded");
}

function isLeaving({ action }: Step): boolean {
  return action === "directly_answer" || action === "finish";
}

function keepStep(desk: TurnDesk, { call, observations }: Step): void {
  if (call && !call.end) {
    const payload = { problem: interruptedProblem(call), executionId: null, durationMs: 0 };
    desk.journal.add({ ...placeOfCall(desk.place, call.callId), type: "tool_call_error", payload });
  }
  if (observations.length > 0) return;
  const end = openTurnOf(desk).step?.call?.end ?? { kind: "cancelled" };
  const source = call ? `${call.kind}:${call.name}` : "catalog";
  observe(desk, { observation: toText(end), source, isError: end.kind !== "ok" });
}

function interruptedProblem({ name }: StepCall): { code: string; message: string } {
  return {
    code: "interrupted",
    message: `The call of "${name}" was interrupted, and the capabilities changed before it could go on. It may have run.`,
  };
}

function toText(end: CallEnd): string {
  switch (end.kind) {
    case "ok":
      return toObservation(end.output, false);
    case "failed":
      return toSentence(end.problem);
    case "cancelled":
      return "This step was interrupted before anything came of it.";
  }
}
