import { INTENT_TIERS, type IntentTier } from "#server/capability/contract";
import type { CapabilityTree, TreeNode } from "./node";

/** Who asks: the tier of the message, and the sub-agent's scope; left out or "", the main agent. */
export type Asker = { tier: IntentTier; scope?: string };

/** Type of the only sub-agent that may use a node; "" for everybody's. */
export function scopeOf(node: TreeNode): string {
  return node.metadata.runtime?.subagent_scope ?? "";
}

/** True for what was registered while the server runs: tools of connected servers, capabilities of roots. */
export function isDynamic(node: TreeNode): boolean {
  return node.metadata.runtime?.dynamic === true;
}

/**
 * The lowest tier that may use a node. Contracts always have one (design.md 4); a built-in or host node without one
 * counts as multimodal (domain.md 2.3).
 */
export function minTierOf(node: TreeNode): IntentTier {
  return node.metadata.routing?.min_tier ?? (node.source === "capability" ? "question" : "task_multimodal");
}

/**
 * True when a message of this tier may use the node (domain.md 2.3): its least tier stands at or before the tier in the
 * list and the tier is not excluded. Groups are in no tier, and an unknown tier has nothing. Says nothing about trust,
 * scope or whether it is enabled.
 */
export function isAllowedInTier(node: TreeNode, tier: IntentTier): boolean {
  if (node.kind === "group") return false;
  const isHighEnough = INTENT_TIERS.indexOf(minTierOf(node)) <= INTENT_TIERS.indexOf(tier);
  return isHighEnough && !(node.metadata.routing?.exclude_from ?? []).includes(tier);
}

/**
 * What keeps a tool from who asks, or undefined when nothing does. Its own scope keeps it from everybody else, and lets it
 * pass the tier in its own (seed 004).
 */
export function findObstacle(node: TreeNode, { tier, scope = "" }: Asker): "scope" | "tier" | undefined {
  const own = scopeOf(node);
  if (own !== "") return own === scope ? undefined : "scope";
  return isAllowedInTier(node, tier) ? undefined : "tier";
}

/** The tree without what nothing can call now. The views say what is allowed; over this tree they say what is there. */
export function toEnabledTree(tree: CapabilityTree): CapabilityTree {
  return { nodes: tree.nodes.filter((node) => node.disabled === undefined) };
}

/** Everything callable that is nobody's own, in tree order; what all views but look-up and display begin with. */
function standardTools(tree: CapabilityTree): TreeNode[] {
  return tree.nodes.filter((node) => node.kind !== "group" && scopeOf(node) === "");
}

function byName(a: TreeNode, b: TreeNode): number {
  return a.name < b.name ? -1 : 1;
}

/** Everything callable that is nobody's own, static and dynamic, sorted by name (domain.md 2.3). */
export function allTools(tree: CapabilityTree): TreeNode[] {
  return standardTools(tree).sort(byName);
}

/** The tools of the default tree and what took their places, sorted by name (domain.md 2.3). */
export function allStaticTools(tree: CapabilityTree): TreeNode[] {
  return allTools(tree).filter((node) => !isDynamic(node));
}

/** What the main agent may use in a tier, in tree order; disabled ones included (domain.md 2.3). */
export function toolsForTier(tree: CapabilityTree, tier: IntentTier): TreeNode[] {
  return standardTools(tree).filter((node) => isAllowedInTier(node, tier));
}

/** Names that the main agent may use in a tier; disabled ones included (domain.md 2.3). */
export function allowlistForTier(tree: CapabilityTree, tier: IntentTier): ReadonlySet<string> {
  return new Set(toolsForTier(tree, tier).map(({ name }) => name));
}

/** Tools that a SKILL.md may bind itself to, in tree order (domain.md 2.8). */
export function bindableTools(tree: CapabilityTree): TreeNode[] {
  return standardTools(tree).filter(({ metadata }) => metadata.skills?.bindable === true);
}

/** Tools of exactly this scope, in tree order: none for one that nobody has, the standard ones for "" (domain.md 2.3). */
export function toolsForAgentScope(tree: CapabilityTree, scope: string): TreeNode[] {
  return tree.nodes.filter((node) => node.kind !== "group" && scopeOf(node) === scope);
}
