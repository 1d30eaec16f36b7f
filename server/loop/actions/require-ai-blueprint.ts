import { z } from "zod";
import { callCapability } from "#server/loop/call-capability";
import { findCapability } from "#server/loop/find-capability";
import { capabilityNameParam, defineAction } from "./action";

/**
 * Runs a forge to its end. Deviation from domain.md 1.7, where the loop exits with the forge: its output is the
 * observation, and one turn follows that can only conclude (`mustConclude`), so that the question gets an answer.
 */
export const requireAiBlueprint = defineAction({
  action: "require_ai_blueprint",
  rule: "A forge does the whole job in several steps: name it. Then only the answer is left to write.",
  params: z.object({
    blueprint_payload: capabilityNameParam.describe("require_ai_blueprint: the forge's exact name, nothing else."),
  }),
  async run(turn, { blueprint_payload: name }) {
    const forge = findCapability(turn, name, ["forge"]);
    return forge ? callCapability(turn, forge) : { kind: "continue" };
  },
});
