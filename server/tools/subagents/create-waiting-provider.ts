import { DEFAULT_TOOLS } from "#server/tree/default-tools";
import type { SubAgentToolProvider, ToolDefinition } from "./sub-agent-tool-provider";

/**
 * A provider whose tools are defined and cannot run yet: every call answers what is missing, in the words of the tool's own
 * node, so that a sub-agent hears the same as a person who looks at the tree.
 */
export function createWaitingProvider(agentType: string, tools: readonly ToolDefinition[]): SubAgentToolProvider {
  return {
    agentType: () => agentType,
    subTreeGroupId: () => `subagent_trees/${agentType}`,
    toolDefs: () => tools,
    async executeTool({ name }) {
      if (!tools.some((tool) => tool.name === name)) {
        const next = `It has ${tools.map((tool) => tool.name).join(", ")}.`;
        const message = `The sub-agent ${agentType} has no tool named ${name}.`;
        return { kind: "failed", problem: { code: "not_found", message, next } };
      }
      const node = DEFAULT_TOOLS.find((candidate) => candidate.name === name);
      const message = `${name} cannot run: ${node?.disabled?.reason ?? "nothing implements it."}`;
      return {
        kind: "failed",
        problem: { code: "disabled", message, ...(node?.disabled ? { next: node.disabled.enabledBy } : {}) },
      };
    },
  };
}
