import type { LoopAction } from "#server/capability/contract";
import type { JsonObject } from "#server/capability/json";
import { ACTIONS } from "./actions";
import { findJsonObject } from "./find-json-object";

export type ParsedAction =
  | { kind: "action"; action: LoopAction; identifier: string; thought: string | null; params: JsonObject }
  /** What the model did wrong, as a sentence it can act on. */
  | { kind: "invalid"; reason: string };

/**
 * Reads the one action out of a model's text. What the model does wrong is data: an answer that is not exactly one allowed
 * action with all its parameters is `invalid` with a reason, and nothing of it runs. Never throws.
 */
export function parseAction(text: string, allowed: readonly LoopAction[]): ParsedAction {
  const found = findJsonObject(text, "@action");
  if (found.kind !== "found") return { kind: "invalid", reason: REASONS[found.kind](found) };

  const { object } = found;
  const name = object["@action"];
  const action = allowed.find((each) => each === name);
  if (!action) {
    const asked =
      name === undefined ? 'The field "@action" is missing.' : `${quote(name)} is not an action you have now.`;
    return { kind: "invalid", reason: `${asked} Choose one of: ${allowed.join(", ")}.` };
  }
  const params = ACTIONS[action].parse(object);
  if (params.kind === "invalid") return { kind: "invalid", reason: `${action}: ${params.issues.join("; ")}.` };
  const { identifier, human_readable_thought: thought } = object;
  return {
    kind: "action",
    action,
    identifier: typeof identifier === "string" && identifier.trim() !== "" ? identifier.trim() : action,
    thought: typeof thought === "string" && thought.trim() !== "" ? thought : null,
    params: params.params,
  };
}

const REASONS = {
  none: () => "There is no JSON object in the answer. Answer with one JSON object and nothing else.",
  truncated: () =>
    "The JSON object has no end: the answer was cut. Nothing of it ran. Answer shorter, with one whole object.",
  broken: (found: object) =>
    `The JSON object cannot be parsed (${"reason" in found ? found.reason : ""}). Answer with valid JSON.`,
};

function quote(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}... (${text.length} characters)`;
}
