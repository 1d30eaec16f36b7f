import type { CapabilityTree, TreeNode } from "./node";
import { lookupByToolHint } from "./tree-index";

/** Groups whose tools come and go while the server runs, told apart by the prefix of their names, in tree order. */
export function dynamicGroups(tree: CapabilityTree): TreeNode[] {
  return tree.nodes.filter(({ kind, metadata }) => kind === "group" && Boolean(metadata.runtime?.name_prefix));
}

/** The prefixes of all dynamic groups, in tree order (domain.md 2.3). */
export function dynamicGroupPrefixes(tree: CapabilityTree): string[] {
  return dynamicGroups(tree).map(({ metadata }) => metadata.runtime?.name_prefix ?? "");
}

/** The dynamic group a name belongs to by its prefix, the longest that fits; undefined for no group's (domain.md 2.3). */
export function matchesDynamicGroup(tree: CapabilityTree, name: string): TreeNode | undefined {
  const prefixOf = (group: TreeNode) => group.metadata.runtime?.name_prefix ?? "";
  return dynamicGroups(tree)
    .filter((group) => name.startsWith(prefixOf(group)) && name.length > prefixOf(group).length)
    .reduce<TreeNode | undefined>(
      (best, group) => (best === undefined || prefixOf(group).length > prefixOf(best).length ? group : best),
      undefined,
    );
}

/**
 * The rules a callable name stands under: its node, or for a dynamic name without one a node that stands for its group, of
 * that group's tier, permissions and owner, and bindable (domain.md 2.3 and 2.5). Undefined for a name the tree knows nothing
 * of.
 */
export function findRulesForName(tree: CapabilityTree, name: string): TreeNode | undefined {
  const node = lookupByToolHint(tree, name);
  if (node) return node;
  const group = matchesDynamicGroup(tree, name);
  if (!group) return undefined;
  const { runtime, routing, perms } = group.metadata;
  return {
    id: `${group.id}/${name}`,
    name,
    kind: "tool",
    parent: group.id,
    source: "host",
    type: "tool",
    metadata: { group: group.id, runtime, routing, perms, skills: { bindable: true } },
  };
}
