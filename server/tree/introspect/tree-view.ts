import { z } from "zod";
import { type IntentTier, intentTierSchema } from "#server/capability/contract";
import { minTierOf } from "#server/tree/derive-tools";
import type { CapabilityTree, TreeNode } from "#server/tree/node";
import { getNode } from "./get-node";

/** One node of the nested view of domain.md 2.7; groups have no tier of their own unless they name one. */
export type TreeView = {
  id: string;
  name: string;
  kind: TreeNode["kind"];
  min_tier: IntentTier | null;
  summary: string;
  dynamic: boolean;
  disabled: boolean;
  children: TreeView[];
};

export const treeViewSchema: z.ZodType<TreeView> = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["group", "tool", "subagent"]),
  min_tier: intentTierSchema.nullable(),
  summary: z.string(),
  dynamic: z.boolean(),
  disabled: z.boolean(),
  get children() {
    return z.array(treeViewSchema);
  },
});

type Children = ReadonlyMap<string, readonly TreeNode[]>;

function toView(node: TreeNode, children: Children, depth: number): TreeView {
  const { id, name, kind, metadata, disabled } = node;
  const { prompt, routing, runtime } = metadata;
  const below = depth === 1 ? [] : (children.get(id) ?? []);
  return {
    id,
    name,
    kind,
    min_tier: kind === "group" ? (routing?.min_tier ?? null) : minTierOf(node),
    summary: (kind === "group" ? prompt?.group_intro : prompt?.summary) ?? "",
    dynamic: runtime?.dynamic === true,
    disabled: disabled !== undefined,
    children: below.map((child) => toView(child, children, depth - 1)),
  };
}

/**
 * The tree, or what stands under one node of it, nested in display order. `depth` counts levels from the top of the answer,
 * 0 is all of them. Throws not_found for a node nobody has.
 */
export function toTreeView(tree: CapabilityTree, { node, depth }: { node?: string; depth: number }): TreeView[] {
  const children = new Map<string, TreeNode[]>();
  for (const each of tree.nodes) {
    const held = children.get(each.parent);
    if (held) held.push(each);
    else children.set(each.parent, [each]);
  }
  const top = node === undefined ? (children.get("") ?? []) : [getNode(tree, node)];
  return top.map((each) => toView(each, children, depth));
}
