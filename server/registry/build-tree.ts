import type { HostTool } from "#server/tools/host-tool";
import { addNodes } from "#server/tree/add-node";
import { createDefaultTree } from "#server/tree/default-tree";
import { deriveNode } from "#server/tree/derive-node";
import { deriveMissingGroups } from "#server/tree/group-node";
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
    type: "tool",
    metadata,
  };
}

/** Of 5,000 entries one changed: the others keep their node. */
const nodes = new WeakMap<CapabilityEntry, TreeNode>();

/** The node of a winner; the same object as long as the entry is. */
export function nodeOf(entry: CapabilityEntry): TreeNode {
  const known = nodes.get(entry);
  if (known) return known;
  const node = deriveNode(entry);
  nodes.set(entry, node);
  return node;
}

/** The tree with each free place of a built-in tool given to the capability of its name. */
function fillPlaces(base: CapabilityTree, entries: readonly CapabilityEntry[]): CapabilityTree {
  const free = new Set(
    base.nodes.flatMap(({ source, kind, name }) => (source === "builtin" && kind !== "group" ? name : [])),
  );
  const filling = new Map(entries.filter(({ name }) => free.has(name)).map((entry) => [entry.name, nodeOf(entry)]));
  return { nodes: base.nodes.map((node) => (free.has(node.name) ? (filling.get(node.name) ?? node) : node)) };
}

/**
 * The place of every winner in the tree; one that cannot take its place is disabled with the reason. A capability with the
 * name of a built-in tool that nothing implements takes that tool's place; a name of a host tool stays the host's. A group
 * that only a contract names never takes the id of a tool: what one draft writes must not put another entry out of the tree.
 */
export function buildTree(
  entries: readonly CapabilityEntry[],
  hostTools: readonly HostTool[],
): { tree: CapabilityTree; misplaced: ReadonlyMap<string, Disabled> } {
  const base = fillPlaces(createDefaultTree(hostTools.map(toHostNode)), entries);
  const groups = new Set(base.nodes.filter((node) => node.kind === "group").map((node) => node.id));
  const taken = new Set(base.nodes.filter((node) => node.kind !== "group").map((node) => node.name));
  const placed = entries.filter(({ name }) => !taken.has(name)).map(nodeOf);
  const ids = new Set([...base.nodes, ...placed].map(({ id }) => id));
  const added: TreeNode[] = [];
  for (const node of placed) {
    for (const group of groups.has(node.parent) ? [] : deriveMissingGroups(node.parent, groups)) {
      if (ids.has(group.id)) continue;
      groups.add(group.id);
      added.push(group);
    }
    added.push(node);
  }
  const { tree, refused } = addNodes(base, added);
  const tools = refused.filter(({ node }) => node.kind !== "group");
  const misplaced = tools.map(({ node, reason }): [string, Disabled] => [
    node.name,
    {
      reason: `It has no place in the tree: ${reason}`,
      enabledBy: "Choose another tree.group in its contract.",
      cause: { code: "no_place", key: "tree", word: node.parent },
    },
  ]);
  return { tree, misplaced: new Map(misplaced) };
}
