import type { IntentTier } from "#server/capability/contract";

/** The tiers in their order, as the server names them. */
export const TIERS: readonly IntentTier[] = [
  "greeting",
  "question",
  "task_light",
  "task_write",
  "task_delete",
  "task_multimodal",
];

const BUDGET_MAX = 1_000_000;

/** What a diagnosis is asked for; null leaves it to the server. */
export type DiagnoseQuestion = { say: string; tier: IntentTier | null; budget: number | null };

/** Reads the question from the address or a form; what cannot be read counts as left out. */
export function parseQuestion(get: (name: "say" | "tier" | "budget") => string | null): DiagnoseQuestion {
  const asked = get("tier");
  const budget = (get("budget") ?? "").trim();
  const tokens = /^\d+$/.test(budget) ? Number(budget) : 0;
  return {
    say: (get("say") ?? "").trim(),
    tier: TIERS.find((tier) => tier === asked) ?? null,
    budget: tokens >= 1 && tokens <= BUDGET_MAX ? tokens : null,
  };
}
