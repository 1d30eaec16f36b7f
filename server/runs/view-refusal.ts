import type { LoopSettings } from "#server/capability/contract";
import type { Problem } from "#server/errors";
import type { CatalogViewOptions } from "#server/loop/ports";
import type { CapabilityEntry } from "#server/registry/catalog";
import { isAllowedInTier, minTierOf } from "#server/tree/derive-tools";
import type { TreeNode } from "#server/tree/node";

export type ViewRules = {
  options: CatalogViewOptions;
  /** Settings of the focus mode the view is for. */
  loop: LoopSettings | undefined;
  /** Callable nodes of the tree by name. */
  nodes: ReadonlyMap<string, TreeNode>;
};

/** Why an entry may not be used in a run, in a sentence for people and models; undefined when it may. */
export function findRefusal(entry: CapabilityEntry, { options, loop, nodes }: ViewRules): Problem | undefined {
  const { name } = entry;
  if (entry.state === "draft" && !options.allowDrafts) {
    return {
      code: "draft_refused",
      message: `${name} is a draft, and a run uses trusted capabilities only.`,
      next: "A person can approve it in Review, or start the run with allow drafts.",
    };
  }
  if (entry.disabled !== undefined) {
    return {
      code: "disabled",
      message: `${name} cannot run: ${entry.disabled.reason}`,
      next: entry.disabled.enabledBy,
    };
  }
  const node = nodes.get(name);
  if (node !== undefined && !isAllowedInTier(node, options.tier)) {
    const message = `${name} is not for messages of the tier ${options.tier}; it begins at ${minTierOf(node)}.`;
    return { code: "forbidden", message, next: "Say plainly what should be done, or lower its routing.min_tier." };
  }
  if (loop?.capabilities !== undefined && !loop.capabilities.includes(name)) {
    const message = `The focus mode ${options.focusMode} does not use ${name}.`;
    return { code: "forbidden", message, next: `It uses ${loop.capabilities.join(", ") || "none"}.` };
  }
  return undefined;
}
