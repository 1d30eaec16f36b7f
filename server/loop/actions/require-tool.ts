import { z } from "zod";
import { callCapability } from "#server/loop/call-capability";
import { findCapability } from "#server/loop/find-capability";
import { capabilityNameParam, defineAction } from "./action";

/** Names a tool; its arguments are asked for in a second question that shows its schema alone. */
export const requireTool = defineAction({
  action: "require_tool",
  rule: "A tool is needed: name it, without arguments. They are asked for next.",
  params: z.object({
    tool_require_payload: capabilityNameParam.describe("require_tool: the tool's exact name, nothing else."),
  }),
  async run(turn, { tool_require_payload: name }) {
    const tool = findCapability(turn, name, ["tool"]);
    return tool ? callCapability(turn, tool) : { kind: "continue" };
  },
});
