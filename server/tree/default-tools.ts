import { SCOPED_TOOLS, SUBAGENT_TOOLS } from "./defaults/agent-tools";
import { SERVICE_TOOLS } from "./defaults/service-tools";
import { toStaticNode } from "./defaults/to-static-node";
import { WORK_TOOLS } from "./defaults/work-tools";
import type { TreeNode } from "./node";

/**
 * The static tools of seed 004 in its order, then those of the sub-agents' own trees, with their metadata (domain.md 2.5;
 * docs/tree.md says where the two differ and what was chosen). All of them are disabled: what implements one takes its place.
 */
export const DEFAULT_TOOLS = [...WORK_TOOLS, ...SERVICE_TOOLS, ...SUBAGENT_TOOLS, ...SCOPED_TOOLS].map(toStaticNode);

const BY_NAME = new Map(DEFAULT_TOOLS.map((tool) => [tool.name, tool]));

/** The place that the default tree keeps for a name, whoever has it now. */
export function findStaticTool(name: string): TreeNode | undefined {
  return BY_NAME.get(name);
}
