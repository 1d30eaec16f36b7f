import type { IntentTier } from "#server/capability/contract";

/** How an agent's gate treats what needs a person's yes (domain.md 2.6): `smart` is treated as `full`, `monitor` never asks. */
export const APPROVAL_MODES = ["full", "smart", "monitor"] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

const PLAN_TIERS: readonly IntentTier[] = ["task_write", "task_delete", "task_multimodal"];

/** True when an agent in this mode asks before it does what needs a yes. */
export function isAsking(mode: ApprovalMode): boolean {
  return mode !== "monitor";
}

/** True when a person is to confirm the whole plan of a message of this tier first (domain.md 2.6). */
export function needsPlan(tier: IntentTier): boolean {
  return PLAN_TIERS.includes(tier);
}
