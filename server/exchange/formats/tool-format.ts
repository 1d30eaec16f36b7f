import type { Provider } from "#server/capability/provider-rules";
import type { ExactObject, ExactValue } from "#server/exchange/exact-json";
import type { ToolDefinition, ToolFormatId } from "#server/exchange/exchange";

/**
 * One way to write a tool down. Contract: for every tool that the format allows, `write(read(raw))` is `raw` again; `read`
 * never throws, and its name is "" when `raw` has none.
 */
export type ToolFormat = {
  id: ToolFormatId;
  /** Whose rules an export in this format must keep; null when many readers take it. */
  provider: Provider | null;
  hasTitle: boolean;
  hasOutput: boolean;
  /** True when a tool without an input schema is none. */
  requiresInput: boolean;
  /** The sign by which a person may check the verdict: "has input_schema". */
  sign: string;
  isLike(raw: ExactObject): boolean;
  read(raw: ExactObject): ToolDefinition;
  write(definition: ToolDefinition): ExactObject;
  /** The document that holds the tools, in the order given. */
  writeAll(tools: readonly { name: string; raw: ExactObject }[]): ExactValue;
};
