import type { IntentTier } from "#server/capability/contract";
import { allTools, isAllowedInTier, toolsForAgentScope, toolsForTier } from "./derive-tools";
import type { CapabilityTree, TreeNode } from "./node";
import { childrenOf } from "./tree-index";

const LAST = Number.MAX_SAFE_INTEGER;

/** One line of a tool list in a prompt. */
export type ToolSummary = { name: string; summary: string };

function toSummary({ name, metadata }: TreeNode): ToolSummary {
  return { name, summary: metadata.prompt?.summary ?? "" };
}

function bySortOrder(a: TreeNode, b: TreeNode): number {
  const orderOf = ({ metadata }: TreeNode) => metadata.prompt?.sort_order ?? LAST;
  return orderOf(a) - orderOf(b) || (a.name < b.name ? -1 : 1);
}

/** Summary of every tool that has one, by name (domain.md 2.3). */
export function toolSummaries(tree: CapabilityTree): ReadonlyMap<string, string> {
  const rows = allTools(tree).map(toSummary);
  return new Map(rows.filter(({ summary }) => summary !== "").map(({ name, summary }) => [name, summary]));
}

/** The tool list of a prompt: by sort order, then name; of one tier, or of all (domain.md 2.3). */
export function sortedToolSummaries(tree: CapabilityTree, tier?: IntentTier): ToolSummary[] {
  const tools = tier === undefined ? allTools(tree) : toolsForTier(tree, tier);
  return tools.sort(bySortOrder).map(toSummary);
}

/**
 * The tool list of a sub-agent's prompt: its own tools, then the shared ones (seed 004). Nothing for a scope that nobody
 * has, since a mistyped one must not read as the main agent's; the standard list for "".
 */
export function scopedToolSummaries(tree: CapabilityTree, scope: string): ToolSummary[] {
  if (scope === "") return sortedToolSummaries(tree);
  const own = toolsForAgentScope(tree, scope).sort(bySortOrder).map(toSummary);
  return own.length === 0 ? [] : [...own, ...sortedToolSummaries(tree)];
}

/** What the main agent may hand work to, and when, by sort order (domain.md 2.3). */
export function delegationEntries(tree: CapabilityTree): { name: string; delegation: string }[] {
  return allTools(tree)
    .filter(({ kind }) => kind === "subagent")
    .sort(bySortOrder)
    .map((node) => ({
      name: node.name,
      delegation: node.metadata.prompt?.delegation ?? node.metadata.prompt?.summary ?? "",
    }));
}

/** Introductions of the groups that have something for a tier, in display order (domain.md 2.3). */
export function groupIntrosForTier(tree: CapabilityTree, tier: IntentTier): { group: string; intro: string }[] {
  const hasTools = (id: string) =>
    childrenOf(tree, id).some((node) => isAllowedInTier(node, tier) && !node.metadata.runtime?.subagent_scope);
  return tree.nodes
    .filter(({ id, kind, metadata }) => kind === "group" && metadata.prompt?.group_intro !== undefined && hasTools(id))
    .map(({ id, metadata }) => ({ group: id, intro: metadata.prompt?.group_intro ?? "" }));
}
