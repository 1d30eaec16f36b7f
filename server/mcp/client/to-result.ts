import { z } from "zod";
import { type JsonObject, jsonObjectSchema } from "#server/capability/json";
import type { HostToolResult } from "#server/tools/host-tool";

const partSchema = z.looseObject({ type: z.string(), text: z.string().optional() });

/** A `tools/call` answer; what is not named here is left out. */
export const callResultSchema = z.object({
  content: z.array(partSchema).default([]),
  structuredContent: jsonObjectSchema.optional(),
  isError: z.boolean().optional(),
});
export type CallResult = z.infer<typeof callResultSchema>;

/** What a model is told of a part that is no text: its kind and where it leads, never its bytes. */
function toMention(part: z.infer<typeof partSchema>): JsonObject {
  const kept = ["type", "mimeType", "uri", "name"].flatMap((key): [string, string][] => {
    const value = part[key];
    return typeof value === "string" ? [[key, value]] : [];
  });
  const size = typeof part.data === "string" ? { base64_length: part.data.length } : {};
  return { ...Object.fromEntries(kept), ...size };
}

function textOf({ content }: CallResult): string {
  return content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])).join("\n");
}

/**
 * The answer of a call as the outcome of a host tool. `isError` counts before everything else. A tool with an output schema
 * answers its structured content, which is then checked against that schema; any other its text, and what else came with it.
 */
export function toResult(result: CallResult, hasOutputSchema: boolean): HostToolResult {
  const text = textOf(result);
  if (result.isError === true) {
    const message = text === "" ? "The tool says that it failed, and not why." : text;
    const next = "Call it with other input, or answer without it.";
    return { kind: "failed", problem: { code: "E_MCP_TOOL", message, next } };
  }
  if (hasOutputSchema && result.structuredContent !== undefined)
    return { kind: "ok", output: result.structuredContent };
  const others = result.content.filter(({ type }) => type !== "text").map(toMention);
  return {
    kind: "ok",
    output: {
      text,
      ...(result.structuredContent === undefined ? {} : { structured: result.structuredContent }),
      ...(others.length === 0 ? {} : { other: others }),
    },
  };
}
