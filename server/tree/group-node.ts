import type { TreeMetadata } from "#server/capability/contract";
import type { TreeNode } from "./node";

/** Id of the group that a path stands under, "" at the top. */
export function toParentId(id: string): string {
  const slash = id.lastIndexOf("/");
  return slash === -1 ? "" : id.slice(0, slash);
}

/** The node of a group; one that a capability named and the default tree does not have holds nothing but its place. */
export function toGroupNode(id: string, metadata: TreeMetadata = {}): TreeNode {
  const name = id.slice(id.lastIndexOf("/") + 1);
  return { id, name, kind: "group", parent: toParentId(id), source: "builtin", metadata };
}

/** The groups, outermost first, that a node's parent path needs and `known` does not hold. */
export function deriveMissingGroups(parent: string, known: ReadonlySet<string>): TreeNode[] {
  const parts = parent.split("/");
  return parts
    .map((_, index) => parts.slice(0, index + 1).join("/"))
    .filter((id) => id !== "" && !known.has(id))
    .map((id) => toGroupNode(id));
}
