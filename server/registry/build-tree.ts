import type { HostTool } from "#server/tools/host-tool";
import { addNodes } from "#server/tree/add-node";
import { createDefaultTree } from "#server/tree/default-tree";
import { deriveMissingGroups, deriveNode } from "#server/tree/derive-node";
import type { CapabilityTree, TreeNode } from "#server/tree/node";
import type { CapabilityEntry } from "./catalog";
import type { Disabled } from "./load-order";

function toHostNode({ capability, group, metadata }: HostTool): TreeNode {
  return {
    id: `${group}/${capability.name}`,
    name: capability.name,
    kind: "tool",
    parent: group,
    source: "host",
    metadata,
  };
}

/** The place of every winner in the tree; one that cannot take its place is disabled with the reason. */
export function buildTree(
  entries: readonly CapabilityEntry[],
  hostTools: readonly HostTool[],
): { tree: CapabilityTree; misplaced: ReadonlyMap<string, Disabled> } {
  const base = createDefaultTree(hostTools.map(toHostNode));
  const groups = new Set(base.nodes.filter((node) => node.kind === "group").map((node) => node.id));
  const nodes: TreeNode[] = [];
  for (const entry of entries) {
    const node = deriveNode(entry);
    for (const group of deriveMissingGroups(node.parent, groups)) {
      groups.add(group.id);
      nodes.push(group);
    }
    nodes.push(node);
  }
  const { tree, refused } = addNodes(base, nodes);
  const misplaced = refused.map(({ node, reason }): [string, Disabled] => [
    node.name,
    { reason: `It has no place in the tree: ${reason}`, enabledBy: "Choose another tree.group in its contract." },
  ]);
  return { tree, misplaced: new Map(misplaced) };
}
