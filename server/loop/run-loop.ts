import { cancelRun, endRun } from "./end-run";
import type { RunEvent, RunState } from "./events";
import { leaveFocus, returnFromFocus } from "./focus";
import { LogMismatch, openJournal } from "./journal";
import { nextStep } from "./next-step";
import { placeOfRun } from "./places";
import type { LoopPorts } from "./ports";
import { runTurn } from "./run-turn";
import { topTask } from "./run-view";
import { createSearchMemo } from "./search-memo";
import { stateOf } from "./state-of";
import { isSuperseded, supersedeTurn } from "./supersede-turn";
import type { Loop } from "./turn";

/**
 * Runs a run to its end, from any prefix of its events: nothing but `run_started`, the middle of a turn, or a whole log,
 * which it leaves alone. Answers the state the run ended in.
 *
 * Contract: a call whose result is stored is never made again; exactly one terminal state is written, also when the abort
 * of `signal` races the end. Throws what `append` throws, `lease_lost` above all, and writes nothing after that.
 */
export async function runLoop(
  events: readonly RunEvent[],
  ports: LoopPorts,
  options: { signal: AbortSignal },
): Promise<RunState> {
  const loop = openLoop(events, ports, options.signal);
  const { journal, signal } = loop;
  for (;;) {
    const step = nextStep(journal.state);
    if (step === "nothing") break;
    if (step === "end_run") endRun(loop);
    else if (signal.aborted) cancelRun(loop);
    else if (step === "return_from_focus") returnFromFocus(loop);
    else if (step === "leave_focus") leaveFocus(loop);
    else await runOrSupersede(loop);
  }
  await journal.flush();
  return journal.state.status;
}

/** A turn that the log tells otherwise was not ours to go on with. Nothing was asked or called for it yet. */
async function runOrSupersede(loop: Loop): Promise<void> {
  try {
    await runTurn(loop);
  } catch (error) {
    if (!(error instanceof LogMismatch)) throw error;
    supersedeTurn(loop);
  }
}

function openLoop(events: readonly RunEvent[], ports: LoopPorts, signal: AbortSignal): Loop {
  const state = stateOf(events);
  const { tier, allowDrafts } = state.settings;
  const { revision } = ports.catalog({ tier, allowDrafts, focusMode: topTask(state).loop });
  const journal = openJournal(events, ports);
  const loop = { journal, ports, signal, searches: createSearchMemo() };
  if (!state.ending && state.status !== "running") {
    journal.add({ ...placeOfRun(state), type: "run_state", payload: { state: "running" } });
  }
  if (isSuperseded(state, revision)) supersedeTurn(loop);
  return loop;
}
