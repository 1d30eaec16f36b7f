import type { LoopAction } from "#server/capability/contract";
import type { JsonObject } from "#server/capability/json";
import { ACTIONS } from "./actions";

/**
 * The one JSON Schema of a turn's answer: `@action` with its rules, and the parameters of every allowed action flattened
 * beside it (domain.md 1.3). Parameter names therefore never collide; the table of actions is tested for it.
 */
export function toActionSchema(actions: readonly LoopAction[]): JsonObject {
  return {
    type: "object",
    properties: {
      "@action": {
        type: "string",
        enum: [...actions],
        "x-@action-rules": actions.map((action) => `${action}: ${ACTIONS[action].rule}`),
      },
      identifier: { type: "string", description: "The purpose of this step in snake_case, at most 30 characters." },
      human_readable_thought: { type: "string", description: "One short sentence for the person who watches." },
      ...Object.assign({}, ...actions.map((action) => ACTIONS[action].properties)),
    },
    required: ["@action", "identifier"],
  };
}
