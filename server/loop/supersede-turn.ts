import { toObservation } from "./call-capability";
import { closeCall } from "./close-call";
import { placeOfTurn } from "./places";
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
 * Ends an interrupted turn that cannot go on, because the catalog is another one or the log was closed by another hand:
 * keeps what the turn did as its observation, and leaves the rest to a fresh turn. An answer that was given stands.
 */
export function supersedeTurn(loop: Loop): void {
  const { journal, ports } = loop;
  journal.readToEnd();
  const open = journal.state.turn;
  if (!open) return;
  const desk = { journal, ports, place: placeOfTurn(topTask(journal.state), open.number) };
  if (open.step && !isLeaving(open.step)) keepStep(desk, open.step);
  if (open.problem) finishTurn(desk, "fail");
  else finishTurn(desk, open.step && isLeaving(open.step) ? "exit" : "superseded");
}

function isLeaving({ action }: Step): boolean {
  return action === "directly_answer" || action === "finish";
}

function keepStep(desk: TurnDesk, { call, observations }: Step): void {
  if (call) {
    const payload = { problem: interruptedProblem(call), executionId: null, durationMs: 0 };
    closeCall(desk, call, { type: "tool_call_error", payload });
  }
  if (observations.length > 0) return;
  const end = openTurnOf(desk).step?.call?.end ?? { kind: "cancelled" };
  const source = call ? `${call.kind}:${call.name}` : "catalog";
  observe(desk, { observation: toText(end), source, isError: end.kind !== "ok" });
}

function interruptedProblem({ name }: StepCall): { code: string; message: string } {
  return {
    code: "interrupted",
    message: `The call of "${name}" was interrupted and could not go on. It may have run.`,
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
