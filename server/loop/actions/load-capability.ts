import { z } from "zod";
import { callCapability } from "#server/loop/call-capability";
import { findCapability } from "#server/loop/find-capability";
import { enterFocus } from "#server/loop/focus";
import { loadSkill } from "#server/loop/load-skill";
import { capabilityNameParam, defineAction } from "./action";

/** Takes any capability by name and uses it the way its kind is used (domain.md 1.16). */
export const loadCapability = defineAction({
  action: "load_capability",
  rule: "A skill or focus mode is needed, or you know a name but not its kind: name it.",
  params: z.object({
    capability_identifier: capabilityNameParam.describe("load_capability: the exact name of any capability."),
  }),
  async run(turn, { capability_identifier: name }) {
    const capability = findCapability(turn, name, ["tool", "forge", "skill", "focus_mode"]);
    switch (capability?.type) {
      case undefined:
        return { kind: "continue" };
      case "tool":
      case "forge":
        return callCapability(turn, capability);
      case "skill":
        return loadSkill(turn, capability);
      case "focus_mode":
        return enterFocus(turn, capability);
    }
  },
});
