import type { Step, Task, TaskEnd } from "./run-view";

/** The parameter of each action that names a capability. */
const NAMING_PARAMS = [
  "tool_require_payload",
  "directly_call_tool_name",
  "blueprint_payload",
  "capability_identifier",
] as const;

/** The capability a step asked for; null for an action that names none. */
export function namedCapability(step: Pick<Step, "params">): string | null {
  for (const key of NAMING_PARAMS) {
    const value = step.params[key];
    if (typeof value === "string") return value;
  }
  return null;
}

/** The newest observation in one sentence, for a loop that ends without an answer of its own. */
export function whatIsKnown(steps: readonly Step[]): string {
  const last = steps.findLast((step) => step.observations.length > 0)?.observations.at(-1);
  return last ? `What is known so far: ${last.observation}` : "Nothing was found out.";
}

/**
 * How a task ended, null while it goes on. Running out of turns is a success that says what is known, not an error
 * (domain.md 1.5).
 */
export function toTaskEnd(task: Task): TaskEnd | null {
  if (task.end) return task.end;
  if (!isAtLimit(task)) return null;
  const turns = task.turns === 1 ? "1 turn" : `${task.turns} turns`;
  return { kind: "answered", text: `Stopped after ${turns}, the limit of this loop. ${whatIsKnown(task.steps)}` };
}

/** True when the task used up its turns without an end of its own. */
export function isAtLimit(task: Task): boolean {
  return task.end === null && task.max !== null && task.turns >= task.max;
}

/**
 * True when a forge just succeeded. domain.md 1.7 lets the loop exit there; a person who asked a question would then get
 * a forge's raw output for an answer, so the output becomes the observation and one turn follows that can only conclude.
 */
export function mustConclude(task: Task): boolean {
  const call = task.steps.at(-1)?.call;
  return call?.kind === "forge" && call.end?.kind === "ok";
}
