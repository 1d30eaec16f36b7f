import { z } from "zod";
import type { CapabilityTree } from "#server/tree/node";

const SUBTREES = "subagent_trees";

/** The shape and the order of keys of seed 004. */
export const subtreeListSchema = z.object({
  subtrees: z.array(
    z.object({
      agent_type: z.string(),
      group_id: z.string(),
      tool_count: z.number().int().nonnegative(),
      tool_names: z.array(z.string()),
      registered: z.boolean(),
    }),
  ),
});
export type SubtreeList = z.infer<typeof subtreeListSchema>;

/** Every sub-agent's own branch of the tree; `isRegistered` tells whether its type has a provider for that group. */
export function listSubtrees(
  { nodes }: CapabilityTree,
  isRegistered: (agentType: string, groupId: string) => boolean,
): SubtreeList {
  const branches = nodes.filter(({ kind, parent }) => kind === "group" && parent === SUBTREES);
  return {
    subtrees: branches.map(({ id, name }) => {
      const tools = nodes.filter(({ kind, parent }) => kind !== "group" && parent === id).map((node) => node.name);
      return {
        agent_type: name,
        group_id: id,
        tool_count: tools.length,
        tool_names: tools,
        registered: isRegistered(name, id),
      };
    }),
  };
}
