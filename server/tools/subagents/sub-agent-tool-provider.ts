import type { JsonSchema } from "#server/capability/contract";
import type { JsonObject } from "#server/capability/json";
import type { HostToolResult } from "#server/tools/host-tool";

/** A tool as a model is told of it. */
export type ToolDefinition = { name: string; description: string; inputSchema: JsonSchema };

/**
 * How one type of sub-agent brings its tools: the four methods of seed 004. The places and the rules of the tools are in the
 * tree, under the provider's group and with its type as scope; the provider defines and runs them.
 */
export type SubAgentToolProvider = {
  /** "media", "coder"; the scope of its tools in the tree. */
  agentType(): string;
  /** Id of the group its tools stand under, e.g. "subagent_trees/media". */
  subTreeGroupId(): string;
  toolDefs(): readonly ToolDefinition[];
  /** Contract: gets input that fits the tool's schema; never throws, an unknown name is a failed result too. */
  executeTool(call: { name: string; input: JsonObject }, signal: AbortSignal): Promise<HostToolResult>;
};
