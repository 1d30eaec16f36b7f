import type { CapabilityType } from "#server/capability/contract";
import type { Problem } from "#server/errors";
import type { CatalogView, LoopCapability } from "./ports";
import { USAGE } from "./prompt/capability-usage";

/** domain.md 1.15; focus modes are looked at only when the first three know nothing. */
const ORDER: readonly CapabilityType[] = ["tool", "forge", "skill", "focus_mode"];

export type Resolution =
  | { kind: "found"; capability: LoopCapability; suggestion: string }
  | { kind: "refused"; problem: Problem }
  | { kind: "unknown" };

/**
 * Resolves one exact name against the turn's view. A name that is known and may not be used answers why; a forge that may
 * not be used gives way to a usable skill of its name (domain.md 1.16).
 */
export function resolveName(view: CatalogView, name: string): Resolution {
  const usable = view.capabilities.filter((capability) => capability.name === name);
  const [capability] = usable.toSorted((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type));
  if (capability) return { kind: "found", capability, suggestion: toSuggestion(capability) };
  const problem = view.refusalOf(name);
  return problem ? { kind: "refused", problem } : { kind: "unknown" };
}

function toSuggestion({ name, type }: LoopCapability): string {
  return `"${name}" is a ${type}. Use it by ${USAGE[type]}. Do not try this action with it again.`;
}

/** Why a capability needs a person first; null when it does not. */
export function approvalProblem({ name, approvalType }: LoopCapability): Problem | null {
  if (approvalType === "none") return null;
  return {
    code: "forbidden",
    message: `"${name}" may only run after a person's approval (${approvalType}), and this run cannot ask for one.`,
    next: `Dry-run "${name}" on its own page.`,
  };
}

/** A problem in the words a model reads next turn. */
export function toSentence(problem: Problem): string {
  return problem.next === undefined ? problem.message : `${problem.message} ${problem.next}`;
}
