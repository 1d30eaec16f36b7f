import type { IntentTier, LoopSettings } from "#server/capability/contract";
import type { Problem } from "#server/errors";
import type { CatalogViewOptions } from "#server/loop/ports";
import type { CapabilityEntry } from "#server/registry/catalog";
import { findObstacle, minTierOf } from "#server/tree/derive-tools";
import type { TreeNode } from "#server/tree/node";

export type ViewRules = {
  options: CatalogViewOptions;
  /** Settings of the focus mode the view is for. */
  loop: LoopSettings | undefined;
  /** Callable nodes of the tree by name. */
  nodes: ReadonlyMap<string, TreeNode>;
};

/** What keeps a capability out of a view, the first of them in this order. */
export const REFUSAL_REASONS = ["draft", "disabled", "scope", "tier", "focus_mode"] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** What keeps a name out of a view; undefined when nothing does. A built-in or host node has no entry. Pure. */
export function findRefusalReason(
  node: TreeNode | undefined,
  entry: CapabilityEntry | undefined,
  { options, loop }: ViewRules,
): RefusalReason | undefined {
  if (entry?.state === "draft" && !options.allowDrafts) return "draft";
  if (entry?.disabled !== undefined || node?.disabled !== undefined) return "disabled";
  const reason = node === undefined ? undefined : findObstacle(node, options);
  if (reason !== undefined) return reason;
  const isLeftOut = entry !== undefined && loop?.capabilities !== undefined && !loop.capabilities.includes(entry.name);
  return isLeftOut ? "focus_mode" : undefined;
}

/** A name of the tree, and what a root holds of it; a built-in or host node has no entry. */
type Subject = { name: string; entry?: CapabilityEntry | undefined };

/** Why a name may not be used in a run, in a sentence for people and models; undefined when it may. */
export function findRefusal({ name, entry }: Subject, rules: ViewRules): Problem | undefined {
  const reason = findRefusalReason(rules.nodes.get(name), entry, rules);
  return reason === undefined ? undefined : toProblem(reason, { name, entry }, rules);
}

function toTierProblem(name: string, node: TreeNode | undefined, tier: IntentTier): Problem {
  const isExcluded = node?.metadata.routing?.exclude_from?.includes(tier) === true;
  const least = node === undefined ? "another one" : minTierOf(node);
  const why = isExcluded ? "it is kept from that tier" : `it begins at ${least}`;
  const next =
    node?.source === "capability"
      ? "Say plainly what should be done, or change its routing.min_tier and exclude_from."
      : "Say plainly what should be done.";
  return { code: "forbidden", message: `${name} is not for messages of the tier ${tier}; ${why}.`, next };
}

function toProblem(reason: RefusalReason, { name, entry }: Subject, { options, loop, nodes }: ViewRules): Problem {
  const node = nodes.get(name);
  switch (reason) {
    case "draft":
      return {
        code: "draft_refused",
        message: `${name} is a draft, and a run uses trusted capabilities only.`,
        next: "A person can approve it in Review, or start the run with allow drafts.",
      };
    case "disabled": {
      const disabled = entry?.disabled ?? node?.disabled;
      return {
        code: "disabled",
        message: `${name} cannot run: ${disabled?.reason ?? "it is disabled"}`,
        ...(disabled === undefined ? {} : { next: disabled.enabledBy }),
      };
    }
    case "scope": {
      const scope = node?.metadata.runtime?.subagent_scope ?? "";
      const message = `${name} is for the sub-agent ${scope} only.`;
      return { code: "forbidden", message, next: "Hand the task to that sub-agent, or clear its subagent_scope." };
    }
    case "tier":
      return toTierProblem(name, node, options.tier);
    case "focus_mode": {
      const message = `The focus mode ${options.focusMode} does not use ${name}.`;
      return { code: "forbidden", message, next: `It uses ${loop?.capabilities?.join(", ") || "none"}.` };
    }
  }
}
