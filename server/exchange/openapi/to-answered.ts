import { isExactObject } from "#server/exchange/exact-json";
import type { ExactSchema } from "#server/exchange/exchange";

/**
 * What a program of ours answers for an operation: the status with the body as the document describes it, or a problem in
 * words with whatever the server sent. Definitions move to the root, where the references of the body look for them.
 */
export function toAnswered(body: ExactSchema | undefined): ExactSchema {
  const { $defs, ...schema } = isExactObject(body) ? body : { $defs: undefined };
  const status = { type: "integer" };
  const problem = { type: "string" };
  return {
    type: "object",
    anyOf: [
      { required: ["status", "body"], properties: { status, body: isExactObject(body) ? schema : (body ?? true) } },
      { required: ["problem"], properties: { status, problem } },
    ],
    ...(isExactObject($defs) ? { $defs } : {}),
  };
}
