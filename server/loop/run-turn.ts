import { ACTIONS } from "./actions";
import { askAction } from "./ask-action";
import { discover } from "./discover";
import { finishTurn, startTurn } from "./start-turn";
import type { Loop, Turn, TurnOutcome } from "./turn";

/** One iteration of a loop: discovery, one chosen action, what came of it. */
export async function runTurn(loop: Loop): Promise<void> {
  const turn = startTurn(loop);
  discover(turn);
  const chosen = await askAction(turn);
  const outcome = chosen.kind === "action" ? await ACTIONS[chosen.action].run(turn, chosen.params) : chosen;
  closeTurn(turn, outcome);
}

function closeTurn(turn: Turn, outcome: TurnOutcome): void {
  const { journal, place } = turn;
  switch (outcome.kind) {
    case "continue":
    case "exit":
      finishTurn(turn, outcome.kind);
      break;
    case "fail":
      journal.record("error", () => ({ ...place, type: "error", payload: { problem: outcome.problem } }));
      finishTurn(turn, "fail");
      break;
    case "cancelled":
      finishTurn(turn, "fail");
      break;
    case "focus":
      break;
  }
}
