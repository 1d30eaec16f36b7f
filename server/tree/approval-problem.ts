import type { ApprovalType } from "#server/capability/contract";
import type { Problem } from "#server/errors";

/** Why a capability needs a person first; null when it does not. The same for a loop and for a tool that runs another. */
export function approvalProblem({ name, approvalType }: { name: string; approvalType: ApprovalType }): Problem | null {
  if (approvalType === "none") return null;
  return {
    code: "forbidden",
    message: `"${name}" may only run after a person's approval (${approvalType}), and this run cannot ask for one.`,
    next: `Dry-run "${name}" on its own page.`,
  };
}
