import { z } from "zod";
import type { CapabilityTree, TreeNode } from "#server/tree/node";

export const groupRowSchema = z.object({
  group: z.string(),
  /** Built-in tools and those registered while the server runs; capabilities of roots are counted beside them. */
  tool_count: z.number().int().nonnegative(),
  description: z.string(),
  tools: z.array(z.string()),
  capability_count: z.number().int().nonnegative(),
});
export type GroupRow = z.infer<typeof groupRowSchema>;

export const groupListSchema = z.object({
  /** The tool groups of seed 004: those that hold static tools of everybody, in tree order. */
  groups: z.array(groupRowSchema),
  /** All other groups: sub-agents' trees, composed, dynamic ones, and what contracts named. */
  other_groups: z.array(groupRowSchema),
  totals: z.object({
    static: z.number().int().nonnegative(),
    scoped: z.number().int().nonnegative(),
    dynamic: z.number().int().nonnegative(),
    capabilities: z.number().int().nonnegative(),
  }),
});
export type GroupList = z.infer<typeof groupListSchema>;

type NodeClass = "static" | "scoped" | "dynamic" | "capability";

/** What a callable node counts as. A capability that fills a built-in's place counts as that built-in. */
function classOf({ metadata, source }: TreeNode): NodeClass {
  const isDynamic = metadata.runtime?.dynamic === true;
  if (source === "capability" && isDynamic) return "capability";
  if ((metadata.runtime?.subagent_scope ?? "") !== "") return "scoped";
  return isDynamic ? "dynamic" : "static";
}

function toRow({ id, metadata }: TreeNode, children: readonly TreeNode[]): GroupRow {
  const tools = children.filter((node) => classOf(node) !== "capability");
  return {
    group: id,
    tool_count: tools.length,
    description: metadata.prompt?.group_intro_zh ?? metadata.prompt?.group_intro ?? "",
    tools: tools.map(({ name }) => name),
    capability_count: children.length - tools.length,
  };
}

/** Every group with what stands directly in it, the tool groups of the seed first; descriptions are the seed's own. */
export function listGroups({ nodes }: CapabilityTree): GroupList {
  const callable = nodes.filter(({ kind }) => kind !== "group");
  const children = new Map<string, TreeNode[]>();
  for (const node of callable) {
    const held = children.get(node.parent);
    if (held) held.push(node);
    else children.set(node.parent, [node]);
  }
  const count = (wanted: NodeClass) => callable.filter((node) => classOf(node) === wanted).length;
  const groups: GroupRow[] = [];
  const others: GroupRow[] = [];
  for (const node of nodes.filter(({ kind }) => kind === "group")) {
    const held = children.get(node.id) ?? [];
    const isOfSeed = held.some((child) => classOf(child) === "static");
    (isOfSeed ? groups : others).push(toRow(node, held));
  }
  return {
    groups,
    other_groups: others,
    totals: {
      static: count("static"),
      scoped: count("scoped"),
      dynamic: count("dynamic"),
      capabilities: count("capability"),
    },
  };
}
