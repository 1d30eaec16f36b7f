import type { ToolFormatId } from "#server/exchange/exchange";
import { aiSdkFormat } from "./ai-sdk";
import { anthropicFormat } from "./anthropic";
import { mcpFormat } from "./mcp";
import { openaiFormat, openaiResponsesFormat } from "./openai";
import type { ToolFormat } from "./tool-format";

/** The formats in the order in which a tool is asked for their sign; the first one that knows it reads it. */
export const TOOL_FORMATS: readonly ToolFormat[] = [
  aiSdkFormat,
  openaiFormat,
  anthropicFormat,
  mcpFormat,
  openaiResponsesFormat,
];

export function getToolFormat(id: ToolFormatId): ToolFormat {
  const format = TOOL_FORMATS.find((candidate) => candidate.id === id);
  if (!format) throw new Error(`No format is called ${id}.`);
  return format;
}
