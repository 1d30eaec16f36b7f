import { z } from "zod";
import { isJsonObject, type JsonObject, type JsonValue, jsonObjectSchema } from "#server/capability/json";
import { callCapability } from "#server/loop/call-capability";
import { findCapability } from "#server/loop/find-capability";
import { findJsonObject } from "#server/loop/find-json-object";
import { capabilityNameParam, defineAction } from "./action";

/** Names a tool with its arguments; invalid ones fall back to the way of require_tool (domain.md 1.7). */
export const directlyCallTool = defineAction({
  action: "directly_call_tool",
  rule: "A tool is needed and all its arguments are known: name it and give them.",
  params: z.object({
    directly_call_tool_name: capabilityNameParam.describe("directly_call_tool: the tool's exact name."),
    // The JSON Schema of any JSON value refers to itself; a model needs to read no more than this of it.
    directly_call_tool_params: z
      .unknown()
      .default({})
      .meta({
        type: ["object", "string"],
        description: "directly_call_tool: the arguments, a JSON object valid under the tool's schema.",
      })
      .pipe(z.union([jsonObjectSchema, z.string()])),
  }),
  async run(turn, { directly_call_tool_name: name, directly_call_tool_params: given }) {
    const tool = findCapability(turn, name, ["tool"]);
    return tool ? callCapability(turn, tool, toArguments(given)) : { kind: "continue" };
  },
});

/** Some models write the object as a JSON string. */
function toArguments(given: JsonValue): JsonObject {
  if (isJsonObject(given)) return given;
  const found = typeof given === "string" ? findJsonObject(given) : undefined;
  return found?.kind === "found" ? found.object : {};
}
