import { placeOfTurn } from "./places";
import { type RunView, topTask } from "./run-view";
import { type Loop, openTurnOf, type Turn, type TurnDesk } from "./turn";

/** Turns of a loop whose focus mode names no limit (domain.md 1.6). */
export const MAX_TURNS = 100;

const NONCE_LETTERS = 12;
const NONCE_DRAWS_MAX = 8;

/**
 * Opens a turn: the catalog of this moment becomes the one everything in the turn is resolved against, and a fresh nonce
 * marks the tags of its prompts. Throws when the letters are not random.
 */
export function startTurn(loop: Loop): Turn {
  const { journal, ports } = loop;
  const { state } = journal;
  const task = topTask(state);
  const { tier, allowDrafts, maxIterations } = state.settings;
  const view = ports.catalog({ tier, allowDrafts, focusMode: task.loop });
  const place = placeOfTurn(task, state.counts.turns + 1);
  const limit = view.loop?.max_iterations ?? MAX_TURNS;
  journal.record("turn_started", () => ({
    ...place,
    type: "turn_started",
    payload: {
      revision: view.revision,
      nonce: drawNonce(state, ports.randomLetters),
      startedAt: ports.now(),
      max: task.depth === 0 ? (maxIterations ?? limit) : limit,
      draftsAllowed: allowDrafts,
      loop: task.loop,
      depth: task.depth,
    },
  }));
  return { ...loop, view, place };
}

/**
 * Letters that stand nowhere in what the prompt will quote, so that no text can close a section it stands in. The model
 * sees the letters of one turn only when nothing can be written into that turn's prompt any more.
 */
function drawNonce(state: RunView, randomLetters: (length: number) => string): string {
  const quoted = [
    state.settings.message,
    ...state.loadedSkills.map((skill) => skill.text),
    ...topTask(state).steps.flatMap((step) => step.observations.map((seen) => seen.observation)),
  ];
  for (let draw = 0; draw < NONCE_DRAWS_MAX; draw += 1) {
    const nonce = randomLetters(NONCE_LETTERS);
    if (nonce.length === NONCE_LETTERS && !quoted.some((text) => text.includes(nonce))) return nonce;
  }
  throw new Error(`${NONCE_DRAWS_MAX} draws gave no letters that the input does not contain`);
}

/** Closes a turn. */
export function finishTurn(turn: TurnDesk, outcome: "continue" | "exit" | "fail" | "superseded"): void {
  const { journal, ports, place } = turn;
  const { startedAt } = openTurnOf(turn);
  journal.record("turn_finished", () => ({
    ...place,
    type: "turn_finished",
    payload: { outcome, durationMs: ports.now() - startedAt },
  }));
}
