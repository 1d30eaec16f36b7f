import type { CapabilityTree, TreeNode } from "./node";

export type Refusal = { node: TreeNode; reason: string };

/** Why a node cannot take its place, or undefined when it can (domain.md 2.2). */
function refusalOf(node: TreeNode, nodes: ReadonlyMap<string, TreeNode>): string | undefined {
  if (node.id.trim() === "") return "A node needs an id.";
  if (nodes.has(node.id)) return `There is already a node with the id "${node.id}".`;
  if (node.parent === "") return undefined;
  const parent = nodes.get(node.parent);
  if (!parent) return `Its group "${node.parent}" does not exist.`;
  return parent.kind === "group" ? undefined : `"${node.parent}" is not a group, so nothing can stand under it.`;
}

/**
 * A tree with the nodes added in order, after those that are there: insertion order is display order. A node with an
 * empty id, an id that is taken, or a parent that is missing is left out and told with the reason (domain.md 2.2).
 */
export function addNodes(
  tree: CapabilityTree,
  nodes: readonly TreeNode[],
): { tree: CapabilityTree; refused: Refusal[] } {
  const known = new Map(tree.nodes.map((node) => [node.id, node]));
  const refused: Refusal[] = [];
  for (const node of nodes) {
    const reason = refusalOf(node, known);
    if (reason === undefined) known.set(node.id, node);
    else refused.push({ node, reason });
  }
  return { tree: { nodes: [...known.values()] }, refused };
}

/**
 * A tree without the node and everything under it; `removed` in the order they left, children first. Empty when no node
 * has the id.
 */
export function removeNode(tree: CapabilityTree, id: string): { tree: CapabilityTree; removed: TreeNode[] } {
  const removed = collect(tree, id);
  const gone = new Set(removed.map((node) => node.id));
  return { tree: { nodes: tree.nodes.filter((node) => !gone.has(node.id)) }, removed };
}

function collect(tree: CapabilityTree, id: string): TreeNode[] {
  const node = tree.nodes.find((candidate) => candidate.id === id);
  if (!node) return [];
  const children = tree.nodes.filter((candidate) => candidate.parent === id);
  return [...children.flatMap((child) => collect(tree, child.id)), node];
}
