import { z } from "zod";
import { type IntentTier, intentTierSchema } from "#server/capability/contract";
import { sortedToolSummaries } from "#server/tree/derive-summaries";
import { allowlistForTier, toEnabledTree } from "#server/tree/derive-tools";
import type { CapabilityTree } from "#server/tree/node";

export const tierPromptSchema = z.object({
  tier: intentTierSchema,
  count: z.number().int().nonnegative(),
  prompt: z.string(),
});
export type TierPrompt = z.infer<typeof tierPromptSchema>;

export const tierAllowlistSchema = z.object({
  tier: intentTierSchema,
  count: z.number().int().nonnegative(),
  tools: z.array(z.string()),
});
export type TierAllowlist = z.infer<typeof tierAllowlistSchema>;

/** The tool list of a prompt: what a tier may use and something implements, one line each, in its sort order. */
export function generatePrompt(tree: CapabilityTree, tier: IntentTier): TierPrompt {
  const lines = sortedToolSummaries(toEnabledTree(tree), tier).map(({ name, summary }) => `- ${name}: ${summary}`);
  return { tier, count: lines.length, prompt: lines.join("\n") };
}

/**
 * Names that a tier may use, in tree order, whether or not something implements them now: the tree's word, not a moment's.
 * `bypass` are the names a sub-agent's provider brings; they are kept whatever the tier says (seed 004).
 */
export function generateAllowlist(
  tree: CapabilityTree,
  tier: IntentTier,
  bypass: ReadonlySet<string> = new Set(),
): TierAllowlist {
  const allowed = allowlistForTier(tree, tier);
  const names = tree.nodes.filter(({ kind }) => kind !== "group").map(({ name }) => name);
  const tools = names.filter((name) => allowed.has(name) || bypass.has(name));
  return { tier, count: tools.length, tools };
}
