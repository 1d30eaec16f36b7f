import { readFields, writeFields } from "./tool-fields";
import type { ToolFormat } from "./tool-format";

const KEYS = { name: "name", description: "description", input: "input_schema" } as const;

/** A custom tool of the Anthropic Messages API. `defer_loading`, `cache_control` and their like are kept. */
export const anthropicFormat: ToolFormat = {
  id: "anthropic",
  provider: "anthropic",
  hasTitle: false,
  hasOutput: false,
  requiresInput: true,
  sign: "input_schema",
  isLike: (raw) => "input_schema" in raw,
  read: (raw) => readFields(raw, KEYS),
  write: (definition) => writeFields(definition, KEYS),
  writeAll: (tools) => tools.map(({ raw }) => raw),
};
