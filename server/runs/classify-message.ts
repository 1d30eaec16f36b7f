import { findRequest } from "#server/discovery/find-request";
import { classifyIntent } from "#server/tree/intent-tiers";
import type { IntentTierDecision } from "#server/tree/node";

/**
 * The tier of a message by the part that asks (domain.md 2.4): the words of a pasted log or table say nothing about what
 * the person wants. A greeting above pasted data is a question about that data, not a greeting.
 */
export function classifyMessage(message: string): IntentTierDecision {
  const request = findRequest(message).trim();
  const decision = classifyIntent(request);
  if (decision.tier !== "greeting" || request === message.trim()) return decision;
  return { ...decision, tier: "question", reasons: [...decision.reasons, "Data is pasted below the greeting."] };
}
