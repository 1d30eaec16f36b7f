import type { CapabilityType, LoopAction } from "#server/capability/contract";
import type { JsonObject, JsonValue } from "#server/capability/json";
import type { Problem } from "#server/errors";
import type { ExtraCapabilities, ModelPurpose, PayloadOf, RunState } from "./events";

/** What the model reads of something that happened. */
export type Observation = PayloadOf<"observation">;

/** How one call of a capability ended; null while it runs. */
export type CallEnd = { kind: "ok"; output: JsonValue } | { kind: "failed"; problem: Problem } | { kind: "cancelled" };

export type StepCall = {
  callId: string;
  name: string;
  kind: CapabilityType;
  end: CallEnd | null;
  /** True once the protocol of the call has ended (domain.md 1.8, step 8). */
  isClosed: boolean;
};

/** One chosen action and what came of it: a line of the TIMELINE section. */
export type Step = {
  turn: number;
  action: LoopAction;
  identifier: string;
  thought: string | null;
  params: JsonObject;
  call: StepCall | null;
  observations: readonly Observation[];
};

/** The one effect a turn waits for: its request is stored, its result is not. */
type PendingEffect =
  | { kind: "model"; requestId: string; purpose: ModelPurpose }
  | { kind: "call"; callId: string; name: string };

export type OpenTurn = {
  number: number;
  nonce: string;
  revision: string;
  startedAt: number;
  discovery: PayloadOf<"discovery"> | null;
  pending: PendingEffect | null;
  /** Why the model's answers of this turn were not taken, oldest first. */
  rejections: readonly string[];
  thought: string | null;
  step: Step | null;
  /** The text of directly_answer. */
  answer: string | null;
  problem: Problem | null;
  /** Set when the model itself could not be asked, which ends the whole run. */
  isModelDown: boolean;
  /** Set when the focus mode this turn opened has ended. */
  returned: PayloadOf<"lose_focus"> | null;
};

export type TaskEnd = { kind: "answered"; text: string } | { kind: "failed"; problem: Problem };

/** One loop at work. The run's own loop is the bottom of the stack; each focus mode stands on the one that opened it. */
export type Task = {
  id: string;
  parentId: string;
  spanId: string;
  loop: string;
  depth: number;
  turns: number;
  /** Known from the first turn on. */
  max: number | null;
  steps: readonly Step[];
  /** How often each identifier that nothing answers to was asked for in this loop. */
  unknown: ReadonlyMap<string, number>;
  end: TaskEnd | null;
  /** The turn of the loop below that waits for this one; null at the bottom. */
  waiting: OpenTurn | null;
};

/** Text of a skill in the prompt; oldest access first. */
export type LoadedSkill = { name: string; digest: string; text: string };

/** What ended the run before its loop came to an end of its own. */
export type RunStop = { kind: "failed"; problem: Problem } | { kind: "cancelled" };

/** The whole state of a run: nothing but the fold of its events (design.md 5). */
export type RunView = {
  settings: PayloadOf<"run_started">;
  status: RunState;
  /** Bottom first; never empty. */
  tasks: readonly [Task, ...Task[]];
  /** The turn in progress of the topmost task. */
  turn: OpenTurn | null;
  extra: ExtraCapabilities;
  loadedSkills: readonly LoadedSkill[];
  answers: readonly string[];
  counts: { turns: number; modelCalls: number; calls: number; failedCalls: number };
  stop: RunStop | null;
  /** The terminal event, once it is stored. */
  ending: { isSuccess: boolean; reason: string } | null;
  /** True once `result`, the last event, is stored. */
  isOver: boolean;
};

/** The loop that is at work now. */
export function topTask(view: RunView): Task {
  return view.tasks[view.tasks.length - 1] ?? view.tasks[0];
}
