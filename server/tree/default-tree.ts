import type { TreeMetadata } from "#server/capability/contract";
import { addNodes } from "./add-node";
import { DEFAULT_TOOLS } from "./default-tools";
import { DEFAULT_GROUPS } from "./defaults/groups";
import { deriveMissingGroups } from "./group-node";
import type { CapabilityTree, TreeNode } from "./node";

/** A host tool that the default tree has no place for: registered while the server runs, under the rules of its group. */
function toDynamicNode(node: TreeNode, rules: TreeMetadata | undefined): TreeNode {
  const { metadata } = node;
  return {
    ...node,
    type: "tool",
    metadata: {
      ...metadata,
      runtime: { ...metadata.runtime, dynamic: true },
      routing: { ...rules?.routing, ...metadata.routing },
      perms: { ...rules?.perms, ...metadata.perms },
    },
  };
}

/** The place of a static tool that a host tool implements: the tree keeps what it says of it, so that nothing says it twice. */
function toImplementedNode(place: TreeNode): TreeNode {
  const { disabled: _, ...node } = place;
  return { ...node, source: "host" };
}

/**
 * The tree as it ships: all groups of the seed, its static tools and those of the sub-agents' own trees (domain.md 2.5,
 * seed 004). A host tool takes the place of the static tool of its name; any other is added to its own group as a dynamic
 * one. Capabilities of roots take their places afterwards.
 */
export function createDefaultTree(hostNodes: readonly TreeNode[]): CapabilityTree {
  const hosts = new Map(hostNodes.map((node) => [node.name, node]));
  const statics = DEFAULT_TOOLS.map((place) => (hosts.has(place.name) ? toImplementedNode(place) : place));
  const placed = new Set(statics.map(({ name }) => name));
  const rules = new Map(DEFAULT_GROUPS.map((group) => [group.id, group.metadata]));
  const known = new Set(rules.keys());
  const added: TreeNode[] = [];
  for (const node of hostNodes) {
    if (placed.has(node.name)) continue;
    for (const group of deriveMissingGroups(node.parent, known)) {
      known.add(group.id);
      added.push(group);
    }
    added.push(toDynamicNode(node, rules.get(node.parent)));
  }
  return addNodes({ nodes: [] }, [...DEFAULT_GROUPS, ...statics, ...added]).tree;
}
