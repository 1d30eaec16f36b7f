import type { IntentTier, TreeMetadata } from "#server/capability/contract";
import { allTools, minTierOf } from "./derive-tools";
import type { CapabilityTree, TreeNode } from "./node";

type Display = NonNullable<TreeMetadata["display"]>;

/** Names under each of the keys a node gives; keys and names sorted. */
function groupNames(nodes: readonly TreeNode[], keysOf: (node: TreeNode) => readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const node of nodes) {
    for (const key of keysOf(node)) found.set(key, [...(found.get(key) ?? []), node.name]);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Policy group, e.g. "group:fs", to the sorted names in it (domain.md 2.3). */
export function policyGroups(tree: CapabilityTree): ReadonlyMap<string, readonly string[]> {
  return groupNames(allTools(tree), ({ metadata }) => metadata.policy?.policy_groups ?? []);
}

/** Profile (minimal, coding, messaging, full) to the sorted names it lets through (domain.md 2.5). */
export function profiles(tree: CapabilityTree): ReadonlyMap<string, readonly string[]> {
  return groupNames(allTools(tree), ({ metadata }) => metadata.policy?.profiles ?? []);
}

/** Step of a set-up wizard to the sorted names it offers (domain.md 2.3). */
export function wizardGroups(tree: CapabilityTree): ReadonlyMap<string, readonly string[]> {
  return groupNames(allTools(tree), ({ metadata }) =>
    metadata.policy?.wizard_group ? [metadata.policy.wizard_group] : [],
  );
}

/** How a call of each tool is shown, by name; scoped tools included, since their calls are shown as well (seed 004). */
export function displaySpecs(tree: CapabilityTree): ReadonlyMap<string, Display> {
  return new Map(
    tree.nodes.flatMap(({ kind, name, metadata }): [string, Display][] =>
      kind === "group" || metadata.display === undefined ? [] : [[name, metadata.display]],
    ),
  );
}

/** Words of the tools that begin in a tier, each once, in order of the tools' names (domain.md 2.3). */
export function intentKeywordsForTier(tree: CapabilityTree, tier: IntentTier): { zh: string[]; en: string[] } {
  const words = allTools(tree)
    .filter((node) => minTierOf(node) === tier)
    .map(({ metadata }) => metadata.routing?.intent_keywords);
  return {
    zh: [...new Set(words.flatMap((each) => each?.zh ?? []))],
    en: [...new Set(words.flatMap((each) => each?.en ?? []))],
  };
}

/** One line of the flat registry: what a policy needs to know of a name. */
export type RegisteredTool = {
  name: string;
  group: string;
  kind: "tool" | "subagent";
  owner: string;
  dynamic: boolean;
  min_tier: IntentTier;
  exclude_from: readonly IntentTier[];
  approval_type: string;
  min_security_level: string;
  bindable: boolean;
};

/** The tree as a flat registry, sorted by name: what was the register before there was a tree (domain.md 2.3, D9). */
export function toFlatRegistry(tree: CapabilityTree): RegisteredTool[] {
  return allTools(tree).map((node) => {
    const { runtime, routing, perms, skills } = node.metadata;
    return {
      name: node.name,
      group: node.parent,
      kind: node.kind === "subagent" ? "subagent" : "tool",
      owner: runtime?.owner ?? "",
      dynamic: runtime?.dynamic ?? false,
      min_tier: minTierOf(node),
      exclude_from: routing?.exclude_from ?? [],
      approval_type: perms?.approval_type ?? "none",
      min_security_level: perms?.min_security_level ?? "allowlist",
      bindable: skills?.bindable ?? false,
    };
  });
}
