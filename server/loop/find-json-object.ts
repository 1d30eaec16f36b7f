import { isJsonObject, type JsonObject } from "#server/capability/json";

export type FoundObject =
  | { kind: "found"; object: JsonObject }
  /** An object begins and never ends: the answer was cut. Nothing inside it may be taken for the whole. */
  | { kind: "truncated" }
  | { kind: "broken"; reason: string }
  | { kind: "none" };

/** What a JSON object begins with; a brace in prose does not. */
const OBJECT_START = /\{\s*["}]/g;

/**
 * Finds the JSON object in a model's text, with fences or prose around it. With `key`, the first object that has it wins
 * over the first object. Nothing is repaired: a trailing comma is broken, a missing end is truncated. Linear in the text.
 */
export function findJsonObject(text: string, key?: string): FoundObject {
  let first: JsonObject | undefined;
  let broken: string | undefined;
  let from = 0;
  for (;;) {
    OBJECT_START.lastIndex = from;
    const start = OBJECT_START.exec(text)?.index;
    if (start === undefined) break;
    const end = endOfObject(text, start);
    if (end === -1) return { kind: "truncated" };
    const parsed = parseObject(text.slice(start, end));
    if (typeof parsed === "string") broken ??= parsed;
    else if (key === undefined || Object.hasOwn(parsed, key)) return { kind: "found", object: parsed };
    else first ??= parsed;
    from = end;
  }
  if (first && broken === undefined) return { kind: "found", object: first };
  return broken === undefined ? { kind: "none" } : { kind: "broken", reason: broken };
}

/** A whole string, one that never ends, or a brace: all that matters for finding where an object ends. */
const STRING_OR_BRACE = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)|[{}]/gs;

/** Index after the brace that closes the one at `start`; -1 when none does. Braces inside strings do not count. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  STRING_OR_BRACE.lastIndex = start;
  for (let match = STRING_OR_BRACE.exec(text); match; match = STRING_OR_BRACE.exec(text)) {
    if (match[0] === "{") depth += 1;
    else if (match[0] === "}") depth -= 1;
    if (depth === 0) return STRING_OR_BRACE.lastIndex;
  }
  return -1;
}

/** The object, or why it is not one. */
function parseObject(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : "not an object";
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}
