import { INTENT_TIERS, type IntentTier } from "#server/capability/contract";
import type { CapabilityTree, TreeNode } from "./node";

/**
 * The lowest tier that may use a node. Contracts always have one (design.md 4); a built-in or host node without one
 * counts as multimodal (domain.md 2.3).
 */
export function minTierOf(node: TreeNode): IntentTier {
  return node.metadata.routing?.min_tier ?? (node.source === "capability" ? "question" : "task_multimodal");
}

/**
 * True when a message of this tier may use the node (domain.md 2.3): its least tier stands at or before the tier in the
 * list and the tier is not excluded. Groups are in no tier. Says nothing about trust or whether it is enabled.
 */
export function isAllowedInTier(node: TreeNode, tier: IntentTier): boolean {
  if (node.kind === "group") return false;
  const isHighEnough = INTENT_TIERS.indexOf(minTierOf(node)) <= INTENT_TIERS.indexOf(tier);
  return isHighEnough && !(node.metadata.routing?.exclude_from ?? []).includes(tier);
}

/** Nodes that the main agent may use in a tier, in tree order: enabled, of no sub-agent's own scope. */
export function toolsForTier(tree: CapabilityTree, tier: IntentTier): TreeNode[] {
  return tree.nodes.filter(
    (node) =>
      isAllowedInTier(node, tier) &&
      node.disabled === undefined &&
      (node.metadata.runtime?.subagent_scope ?? "") === "",
  );
}

/** Nodes that can be called, by name; names are unique in a tree, so this is the look-up for everybody. */
export function toolsByName(tree: CapabilityTree): ReadonlyMap<string, TreeNode> {
  return new Map(tree.nodes.filter((node) => node.kind !== "group").map((node) => [node.name, node]));
}
