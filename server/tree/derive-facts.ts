import { z } from "zod";
import { approvalTypeSchema, INTENT_TIERS, type IntentTier, intentTierSchema } from "#server/capability/contract";
import { needsPlan } from "./approval-modes";
import { matchesDynamicGroup } from "./derive-dynamic";
import { policyGroups, profiles } from "./derive-policy";
import { isAllowedInTier, isDynamic, minTierOf, scopeOf } from "./derive-tools";
import type { CapabilityTree, TreeNode } from "./node";

/** What keeps a node from the messages of a tier, the first of them in this order. */
export const TIER_OBSTACLES = [
  "scope",
  "least",
  "excluded",
  "pending",
  "disabled",
  "draft",
  "hidden",
  "person_only",
] as const;
export type TierObstacle = (typeof TIER_OBSTACLES)[number];

/** Why nobody gets it whatever the tier, beyond what the node says itself. */
export type Standing = Extract<TierObstacle, "pending" | "hidden" | "person_only"> | null;

const membershipSchema = z.object({ name: z.string(), members: z.number() });

export const nodeFactsSchema = z.object({
  /** The lowest tier that may use it. */
  minTier: intentTierSchema,
  /** All six, in their order; `obstacle` null where the main agent gets it. */
  tiers: z.array(z.object({ tier: intentTierSchema, obstacle: z.enum(TIER_OBSTACLES).nullable() })),
  /** Type of the only sub-agent that gets it, and it in every tier; "" for the main agent's and shared ones. */
  scope: z.string(),
  approval: z.object({
    type: approvalTypeSchema,
    /** Tiers it is allowed in whose messages need a yes to the plan first (domain.md 2.6). */
    planTiers: z.array(intentTierSchema),
  }),
  /** Groups and profiles it is in, with how many are (scoped ones are in none: domain.md 2.3). */
  policyGroups: z.array(membershipSchema),
  profiles: z.array(membershipSchema),
  isBindable: z.boolean(),
  /** When the main agent hands work to it; null for what is no sub-agent. */
  delegation: z.string().nullable(),
  display: z.object({ icon: z.string(), title: z.string(), verb: z.string(), detailKeys: z.array(z.string()) }),
  /** It was registered while the server runs. */
  isDynamic: z.boolean(),
  /** The dynamic group that its name would put it under, had it no node. */
  prefixRule: z.object({ group: z.string(), prefix: z.string() }).nullable(),
});
export type NodeFacts = z.infer<typeof nodeFactsSchema>;

function findTierObstacle(node: TreeNode, tier: IntentTier, standing: Standing): TierObstacle | null {
  if (scopeOf(node) !== "") return "scope";
  if (!isAllowedInTier(node, tier)) return node.metadata.routing?.exclude_from?.includes(tier) ? "excluded" : "least";
  if (standing === "pending") return "pending";
  if (node.disabled) return "disabled";
  if (node.state === "draft") return "draft";
  return standing;
}

function toMemberships(node: TreeNode, members: ReadonlyMap<string, readonly string[]>) {
  return [...members]
    .filter(([, names]) => names.includes(node.name))
    .map(([name, names]) => ({ name, members: names.length }));
}

/** How a call of it is shown; what it does not say is its name, and no verb. */
function toDisplay({ name, metadata }: TreeNode): NodeFacts["display"] {
  const { icon = "", title, label, verb = "", detail_keys = "" } = metadata.display ?? {};
  const detailKeys = detail_keys.split(",").flatMap((key) => key.trim() || []);
  return { icon, title: title || label || name, verb, detailKeys };
}

/**
 * What follows from the place of a callable node and its seven dimensions, for a person who wants to know who gets it, what
 * asks first and how it is shown (domain.md 2.3). `node` need not be in the tree: one that waits for admission is judged as if
 * it were.
 */
export function deriveNodeFacts(tree: CapabilityTree, node: TreeNode, standing: Standing = null): NodeFacts {
  const { perms, skills, prompt } = node.metadata;
  const rule = matchesDynamicGroup(tree, node.name);
  return {
    minTier: minTierOf(node),
    tiers: INTENT_TIERS.map((tier) => ({ tier, obstacle: findTierObstacle(node, tier, standing) })),
    scope: scopeOf(node),
    approval: {
      type: perms?.approval_type ?? "none",
      planTiers: INTENT_TIERS.filter((tier) => isAllowedInTier(node, tier) && needsPlan(tier)),
    },
    policyGroups: toMemberships(node, policyGroups(tree)),
    profiles: toMemberships(node, profiles(tree)),
    isBindable: skills?.bindable ?? false,
    delegation: node.kind === "subagent" ? (prompt?.delegation ?? prompt?.summary ?? "") : null,
    display: toDisplay(node),
    isDynamic: isDynamic(node),
    prefixRule: rule ? { group: rule.id, prefix: rule.metadata.runtime?.name_prefix ?? "" } : null,
  };
}
