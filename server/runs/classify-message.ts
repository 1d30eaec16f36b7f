import { findRequest } from "#server/discovery/find-request";
import type { IntentTierDecision } from "#server/tree/intent-evidence";
import { intentRulesOf } from "#server/tree/intent-rules";
import { classifyIntent } from "#server/tree/intent-tiers";
import type { CapabilityTree } from "#server/tree/node";

/**
 * The tier of a message by the part that asks (domain.md 2.4): the words of a pasted log or table say nothing about what
 * the person wants. A greeting above pasted data is a question about that data, not a greeting. Offsets of the evidence are
 * those of the message.
 */
export function classifyMessage(message: string, tree: CapabilityTree): IntentTierDecision {
  const request = findRequest(message);
  const decision = classifyIntent(request, intentRulesOf(tree));
  if (request === message) return decision;
  const evidence = decision.evidence.flatMap((piece) => {
    const start = toOffsetIn(message, request, piece.start);
    const end = start + piece.text.length;
    return message.slice(start, end) === piece.text ? [{ ...piece, start, end }] : [];
  });
  if (decision.tier !== "greeting") return { ...decision, evidence };
  return { tier: "question", reasons: [...decision.reasons, "Data is pasted below the greeting."], evidence };
}

/** Where an offset of the request lies in the message, whose lines it holds in order but not all of them. */
function toOffsetIn(message: string, request: string, offset: number): number {
  const before = request.slice(0, offset).split("\n");
  const column = before.pop()?.length ?? 0;
  let from = 0;
  for (const line of before) from = Math.max(from, message.indexOf(line, from) + line.length);
  const line = request.slice(offset - column).split("\n", 1)[0] ?? "";
  return message.indexOf(line, from) + column;
}
