import type { CapabilityTree, TreeNode } from "./node";

type TreeIndex = {
  byId: ReadonlyMap<string, TreeNode>;
  /** Callable nodes; names are unique among them. */
  toolsByName: ReadonlyMap<string, TreeNode>;
  children: ReadonlyMap<string, readonly TreeNode[]>;
};

/** A tree never changes, so what is known of it holds as long as it does. */
const indexes = new WeakMap<CapabilityTree, TreeIndex>();

function getIndex(tree: CapabilityTree): TreeIndex {
  const known = indexes.get(tree);
  if (known) return known;
  const children = new Map<string, TreeNode[]>();
  for (const node of tree.nodes) {
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  const index: TreeIndex = {
    byId: new Map(tree.nodes.map((node) => [node.id, node])),
    toolsByName: new Map(tree.nodes.filter(({ kind }) => kind !== "group").map((node) => [node.name, node])),
    children,
  };
  indexes.set(tree, index);
  return index;
}

/** Nodes that can be called, by name: the look-up for everybody. */
export function toolsByName(tree: CapabilityTree): ReadonlyMap<string, TreeNode> {
  return getIndex(tree).toolsByName;
}

/** The node with this id, groups included; no scope is left out (domain.md 2.2). */
export function lookup(tree: CapabilityTree, id: string): TreeNode | undefined {
  return getIndex(tree).byId.get(id);
}

/** The first node of this name, of any kind; something callable before a group (domain.md 2.2). */
export function lookupByName(tree: CapabilityTree, name: string): TreeNode | undefined {
  return lookupByToolHint(tree, name) ?? tree.nodes.find((node) => node.name === name);
}

/** The tool or sub-agent of this name; no scope is left out (domain.md 2.2). */
export function lookupByToolHint(tree: CapabilityTree, name: string): TreeNode | undefined {
  return getIndex(tree).toolsByName.get(name);
}

/** What stands directly under a node, in display order; "" for the top. */
export function childrenOf(tree: CapabilityTree, id: string): readonly TreeNode[] {
  return getIndex(tree).children.get(id) ?? [];
}

/** All nodes sorted by id (domain.md 2.2). */
export function walk(tree: CapabilityTree): TreeNode[] {
  return [...tree.nodes].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A node and everything under it, depth first in display order; empty for an unknown id (domain.md 2.2). */
export function walkSubtree(tree: CapabilityTree, id: string): TreeNode[] {
  const found: TreeNode[] = [];
  const root = lookup(tree, id);
  const open = root ? [root] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    found.push(node);
    open.push(...childrenOf(tree, node.id).toReversed());
  }
  return found;
}
