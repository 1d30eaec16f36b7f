import { z } from "zod";
import type { LoopAction } from "#server/capability/contract";
import { isJsonObject, type JsonObject, jsonObjectSchema } from "#server/capability/json";
import type { Turn, TurnOutcome } from "#server/loop/turn";

/** One thing a model may choose to do in a turn. */
export type ActionDefinition = {
  action: LoopAction;
  /** When to choose it, for `x-@action-rules`. */
  rule: string;
  /** The parameters as JSON Schema properties. */
  properties: JsonObject;
  /** Takes the action's own parameters out of a model's answer. Pure, so that it may run again. */
  parse(answer: JsonObject): { kind: "ok"; params: JsonObject } | { kind: "invalid"; issues: string[] };
  /** Does it. A failure is an observation or a `fail`, never a throw. */
  run(turn: Turn, params: JsonObject): Promise<TurnOutcome>;
};

/** Makes an action from one zod schema, which is the model's JSON Schema, the parser and the type of `run`. */
export function defineAction<Params extends JsonObject>(definition: {
  action: LoopAction;
  rule: string;
  params: z.ZodType<Params>;
  run(turn: Turn, params: Params): Promise<TurnOutcome>;
}): ActionDefinition {
  const { action, rule, params } = definition;
  const schema = jsonObjectSchema.parse(z.toJSONSchema(params, { io: "input" }));
  return {
    action,
    rule,
    properties: isJsonObject(schema.properties) ? schema.properties : {},
    parse(answer) {
      const parsed = params.safeParse(answer);
      if (parsed.success) return { kind: "ok", params: parsed.data };
      return {
        kind: "invalid",
        issues: parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
      };
    },
    run: (turn, stored) => definition.run(turn, params.parse(stored)),
  };
}

/** The name of a capability as a model writes it. */
export const capabilityNameParam = z.string().trim().min(1, "is empty; name one capability").max(200, "is not a name");
