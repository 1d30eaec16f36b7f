import { readFields, writeFields } from "./tool-fields";
import type { ToolFormat } from "./tool-format";

const KEYS = {
  name: "name",
  title: "title",
  description: "description",
  input: "inputSchema",
  output: "outputSchema",
} as const;

/** A tool of an MCP `tools/list` result (specification 2026-07-28, server/tools). Annotations, icons and _meta are kept. */
export const mcpFormat: ToolFormat = {
  id: "mcp",
  provider: "mcp",
  hasTitle: true,
  hasOutput: true,
  requiresInput: true,
  sign: "inputSchema beside a name",
  isLike: (raw) => "inputSchema" in raw && "name" in raw,
  read: (raw) => readFields(raw, KEYS),
  write: (definition) => writeFields(definition, KEYS),
  writeAll: (tools) => ({ tools: tools.map(({ raw }) => raw) }),
};
