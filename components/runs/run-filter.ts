import type { RunState } from "#server/loop/events";

export const RUN_KINDS = ["run", "execution"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export const RUN_STATES = [
  "queued",
  "running",
  "waiting",
  "interrupted",
  "completed",
  "failed",
  "cancelled",
] as const satisfies readonly RunState[];

/** True for a kind that the address may name. */
export function isKind(value: string | null): value is RunKind {
  return RUN_KINDS.some((kind) => kind === value);
}

/** True for a state that the address may name. */
export function isState(value: string | null): value is (typeof RUN_STATES)[number] {
  return RUN_STATES.some((state) => state === value);
}
