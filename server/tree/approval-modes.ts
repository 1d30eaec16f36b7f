import type { ApprovalType, IntentTier } from "#server/capability/contract";

/** How an agent's gate treats what needs a person's yes (domain.md 2.6): `smart` is treated as `full`, `monitor` never asks. */
export const APPROVAL_MODES = ["full", "smart", "monitor"] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

const PLAN_TIERS: readonly IntentTier[] = ["task_write", "task_delete", "task_multimodal"];

/** True when an agent in this mode asks before it uses something of this approval type. */
export function asksFor(type: ApprovalType, mode: ApprovalMode): boolean {
  return type !== "none" && mode !== "monitor";
}

/** True when a person confirms the whole plan of a message of this tier first (domain.md 2.6). */
export function confirmsPlan(tier: IntentTier, mode: ApprovalMode): boolean {
  return PLAN_TIERS.includes(tier) && mode !== "monitor";
}
