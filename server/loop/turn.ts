import type { Problem } from "#server/errors";
import type { EventPlace } from "./events";
import type { Journal } from "./journal";
import type { CatalogView, LoopPorts } from "./ports";
import type { Observation, OpenTurn, Task } from "./run-view";
import { topTask } from "./run-view";
import type { SearchMemo } from "./search-memo";

/** What every part of a running loop has at hand. */
export type Loop = { journal: Journal; ports: LoopPorts; signal: AbortSignal; searches: SearchMemo };

/** What every part of one turn has at hand. Everything of the turn is resolved against `view` alone. */
export type Turn = Loop & { view: CatalogView; place: EventPlace };

/** What is enough to write into a turn that is already open. */
export type TurnDesk = Pick<Turn, "journal" | "ports" | "place">;

/** How a turn ended. `focus` leaves it open until the focus mode it opened has ended. */
export type TurnOutcome =
  | { kind: "continue" }
  | { kind: "exit" }
  | { kind: "focus" }
  | { kind: "fail"; problem: Problem }
  | { kind: "cancelled" };

/** The task a turn belongs to, as it stands now. */
export function taskOf(turn: Pick<Turn, "journal">): Task {
  return topTask(turn.journal.state);
}

/** The open turn as it stands now. Throws outside of a turn. */
export function openTurnOf(turn: Pick<Turn, "journal">): OpenTurn {
  const open = turn.journal.state.turn;
  if (!open) throw new Error("no turn is open");
  return open;
}

/** Records what the model will read next turn. */
export function observe({ journal, place }: Pick<Turn, "journal" | "place">, payload: Observation): void {
  journal.record("observation", () => ({ ...place, type: "observation", payload }));
}
