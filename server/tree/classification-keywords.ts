import type { IntentTier } from "#server/capability/contract";
import { DEFAULT_TOOLS } from "./default-tools";
import type { CapabilityTree, TreeNode } from "./node";

/** Tier that the words of a node with this priority make; 0 never classifies (domain.md 2.4). */
const PRIORITY_TIERS: ReadonlyMap<number, IntentTier> = new Map([
  [30, "task_delete"],
  [20, "task_multimodal"],
  [10, "task_write"],
]);

const STATIC_IDS = new Set(DEFAULT_TOOLS.map(({ id }) => id));

/**
 * A tier decides what a message may use, so only what a person answers for may move one: the default tree's own words, those
 * of host tools, and those of trusted capabilities.
 */
function mayClassify(node: TreeNode): boolean {
  return node.source !== "capability" || node.state === "trusted" || STATIC_IDS.has(node.id);
}

/** Words of a node, lower case, English first. */
function wordsOf({ metadata }: TreeNode): string[] {
  const { en = [], zh = [] } = metadata.routing?.intent_keywords ?? {};
  return [...en, ...zh].map((word) => word.trim().toLowerCase()).filter((word) => word !== "");
}

/**
 * Words that give a message this tier, lower case, in tree order, each once, with the node that brought it first (domain.md
 * 2.4). Empty for tiers that no word makes. Scoped tools do not classify: the main agent's messages are not theirs.
 */
export function classificationKeywords(tree: CapabilityTree, tier: IntentTier): { word: string; node: string }[] {
  const found = new Map<string, { word: string; node: string }>();
  for (const node of tree.nodes) {
    const { routing, runtime } = node.metadata;
    const isScoped = (runtime?.subagent_scope ?? "") !== "";
    if (isScoped || PRIORITY_TIERS.get(routing?.intent_priority ?? 0) !== tier || !mayClassify(node)) continue;
    for (const word of wordsOf(node)) if (!found.has(word)) found.set(word, { word, node: node.id });
  }
  return [...found.values()];
}
