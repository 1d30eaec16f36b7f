import { AppError } from "#server/errors";
import type { CapabilityTree, TreeNode } from "#server/tree/node";

/** The node of an id, else the callable one of a name, else the group of a name. Throws not_found; case mistakes are told, not taken. */
export function getNode({ nodes }: CapabilityTree, nameOrId: string): TreeNode {
  const found =
    nodes.find(({ id }) => id === nameOrId) ??
    nodes.find(({ name, kind }) => kind !== "group" && name === nameOrId) ??
    nodes.find(({ name }) => name === nameOrId);
  if (found) return found;
  const folded = nameOrId.toLowerCase();
  const meant = nodes.find(({ id, name }) => id.toLowerCase() === folded || name.toLowerCase() === folded);
  throw new AppError("not_found", `The tree has no node ${nameOrId}.`, {
    next: meant ? `Did you mean ${meant.name}?` : "list_groups names the groups; at a terminal, `npx capstan groups`.",
  });
}

/** A group by id or name. Throws not_found, bad_input for something that is none. */
export function getGroup(tree: CapabilityTree, nameOrId: string): TreeNode {
  const node = tree.nodes.find((each) => each.kind === "group" && (each.id === nameOrId || each.name === nameOrId));
  if (node) return node;
  const other = getNode(tree, nameOrId);
  throw new AppError("bad_input", `${other.name} is a ${other.kind}, not a group.`, {
    next: `It stands in the group ${other.parent}.`,
  });
}
