import type { RunView } from "./run-view";
import { topTask } from "./run-view";
import { toTaskEnd } from "./steps";

export type NextStep = "run_turn" | "return_from_focus" | "leave_focus" | "end_run" | "nothing";

/**
 * What a run does next, read from its state alone. The order is the rule: a run that is over does nothing; one that was
 * stopped or whose own loop has ended writes its terminal events; a focus mode that has ended gives its answer to the
 * turn that opened it; anything else is a turn.
 */
export function nextStep(view: RunView): NextStep {
  if (view.isOver) return "nothing";
  if (view.ending || view.stop) return "end_run";
  if (view.turn?.returned) return "return_from_focus";
  const task = topTask(view);
  if (!toTaskEnd(task)) return "run_turn";
  return task.waiting ? "leave_focus" : "end_run";
}
