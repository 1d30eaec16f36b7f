import type { JsonSchema } from "#server/capability/contract";
import type { JsonValue } from "#server/capability/json";
import type { MessageFacts } from "./message-facts";
import type { PlannerStep } from "./model";

/** Shared by all fields of one call: a fact that one field took is not given to the next. */
export type FillContext = {
  root: JsonSchema;
  facts: MessageFacts;
  used: Set<JsonValue>;
  steps: readonly PlannerStep[];
};

/** One field of the call. */
export type FieldContext = FillContext & { required: boolean; isOnlyRequired: boolean };

/** Marks a fact as taken; false when it already was. */
export function take(used: Set<JsonValue>, fact: JsonValue): boolean {
  if (used.has(fact)) return false;
  used.add(fact);
  return true;
}

/** The words of a property name: "max_llmCalls" -> max, llm, Calls. */
export function toWords(name: string): string[] {
  return name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|\p{L}+/gu) ?? [name];
}

export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
