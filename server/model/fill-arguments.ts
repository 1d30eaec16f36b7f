import type { JsonSchema } from "#server/capability/contract";
import { isJsonObject, type JsonObject, type JsonValue } from "#server/capability/json";
import { escapePattern, type FieldContext, type FillContext, take, toWords } from "./fill-context";
import { fillString, findKind } from "./fill-string";
import type { MessageFacts } from "./message-facts";
import type { PlannerStep } from "./model";
import { type FlatSchema, flattenSchema, isRequired } from "./schema-view";

export type FillRequest = {
  /** The message as `parseMessage` read it: once for all candidates. */
  facts: MessageFacts;
  schema: JsonSchema;
  steps: readonly PlannerStep[];
  /** Validation messages of the last attempt; then only required fields are filled. */
  issues?: readonly string[];
};

/**
 * Fills a capability's arguments from what the message says, by the schema's types, patterns, formats, enums, examples and
 * names (design.md 7). Nothing is invented: a field that the message does not give is left out, or takes its declared
 * default when it is required; validation then tells. Deterministic; never throws.
 */
export function fillArguments({ facts, schema, steps, issues = [] }: FillRequest): JsonObject {
  const root = flattenSchema(schema, schema);
  const given = findGivenArguments(root, facts);
  if (given) return given;
  const context: FillContext = { root: schema, facts, used: new Set(), steps };
  const names = Object.keys(root.properties).sort(
    (one, other) => Number(isRequired(root, other)) - Number(isRequired(root, one)),
  );
  const filled: [string, JsonValue][] = [];
  for (const name of names) {
    const required = isRequired(root, name);
    if (!required && issues.length > 0) continue;
    const property = flattenSchema(root.properties[name] ?? true, schema);
    const value = fillValue(name, property, {
      ...context,
      required,
      isOnlyRequired: required && root.required.length === 1,
    });
    if (value !== undefined) filled.push([name, value]);
  }
  return Object.fromEntries(filled);
}

/** The required fields that `fillArguments` could not fill, with what the schema says of each. */
export function findMissing(request: FillRequest): { name: string; description: string }[] {
  const root = flattenSchema(request.schema, request.schema);
  const filled = fillArguments(request);
  return root.required
    .filter((name) => !Object.hasOwn(filled, name))
    .map((name) => ({ name, description: flattenSchema(root.properties[name] ?? true, request.schema).description }));
}

/** A person may write the arguments as JSON; keys that are all known mean exactly that. */
function findGivenArguments(root: FlatSchema, facts: MessageFacts): JsonObject | undefined {
  for (const { value } of facts.jsons) {
    if (!isJsonObject(value)) continue;
    const keys = Object.keys(value);
    const isComplete = root.required.every((name) => keys.includes(name));
    if (keys.length > 0 && isComplete && keys.every((key) => Object.hasOwn(root.properties, key))) return value;
  }
  return undefined;
}

function fillValue(name: string, schema: FlatSchema, context: FieldContext): JsonValue | undefined {
  const isChoice = schema.enumMembers.length > 0;
  const value =
    findConst(schema) ?? (isChoice ? findEnumMember(name, schema, context) : fillByType(name, schema, context));
  if (value !== undefined) return value;
  if (!context.required) return undefined;
  return findInSteps(name, schema, context.steps) ?? schema.defaultValue;
}

function fillByType(name: string, schema: FlatSchema, context: FieldContext): JsonValue | undefined {
  for (const type of schema.types) {
    const value = fillTyped(type, name, { schema, context });
    if (value !== undefined) return value;
  }
  return undefined;
}

function fillTyped(
  type: string,
  name: string,
  { schema, context }: { schema: FlatSchema; context: FieldContext },
): JsonValue | undefined {
  switch (type) {
    case "string":
      return fillString(name, schema, context);
    case "integer":
    case "number":
      return fillNumber(name, schema, context);
    case "boolean":
      return fillBoolean(name, context);
    case "array":
      return fillArray(name, schema, context);
    case "object":
      return fillObject(schema, context);
    default:
      return undefined;
  }
}

function findConst(schema: FlatSchema): JsonValue | undefined {
  return schema.constValue ?? (schema.enumMembers.length === 1 ? schema.enumMembers[0] : undefined);
}

/**
 * An optional choice needs more evidence than a required one: its name beside it, or a member long enough not to stand in
 * the sentence by chance ("no", ",").
 */
function findEnumMember(
  name: string,
  { enumMembers }: FlatSchema,
  { facts, required }: FieldContext,
): JsonValue | undefined {
  const text = facts.request.toLowerCase();
  if (/^lang(?:uage)?$/i.test(name) && enumMembers.includes("zh") && /\p{sc=Han}/u.test(text)) return "zh";
  const label = toWords(name).map(escapePattern).join("[\\s_-]*");
  return enumMembers.find((member) => {
    const word = String(member).toLowerCase();
    const escaped = escapePattern(word);
    if (/^\w[\w .-]*$/.test(word)) {
      const alone = new RegExp(`(?<!\\w)${escaped}(?!\\w)`);
      const named = new RegExp(`${label}\\s*(?:=|:|is|为|是)?\\s*["'\`]?${escaped}(?!\\w)`, "i");
      return named.test(text) || (word.length >= (required ? 2 : 4) && alone.test(text));
    }
    return (
      new RegExp(`${label}\\s*(?:=|:|is|为|是)?\\s*["'\`]${escaped}["'\`]`, "i").test(text) ||
      (word.length > 1 && text.includes(word))
    );
  });
}

function fillNumber(name: string, schema: FlatSchema, { facts, used, required }: FieldContext): number | undefined {
  const fits = (value: number) =>
    Number.isFinite(value) &&
    (!schema.types.includes("integer") || schema.types.includes("number") || Number.isInteger(value)) &&
    value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (schema.maximum ?? Number.POSITIVE_INFINITY);
  const words = toWords(name).map(escapePattern).join("|");
  const named = new RegExp(
    `(?:${words})\\s*(?:=|:|is|of|为|是)?\\s*(-?\\d+(?:\\.\\d+)?)|(-?\\d+(?:\\.\\d+)?)\\s*(?:${words})s?\\b`,
    "i",
  ).exec(facts.request);
  const value = named ? Number(named[1] ?? named[2]) : Number.NaN;
  if (fits(value)) return value;
  return required ? facts.numbers.find((number) => fits(number) && take(used, number)) : undefined;
}

function fillBoolean(name: string, { facts }: FieldContext): boolean | undefined {
  const words = toWords(name).map(escapePattern).join("[\\s_-]*");
  const pair = new RegExp(`${words}\\s*(?:=|:|is|为|是)\\s*(true|false|yes|no|on|off|是|否)`, "i").exec(facts.request);
  if (pair?.[1]) return /^(?:true|yes|on|是)$/i.test(pair[1]);
  if (new RegExp(`(?:\\bno|\\bnot|without|don't|不要|不)\\s*${words}`, "i").test(facts.request)) return false;
  return new RegExp(`(?:\\bwith|\\band|also|并|同时)\\s+${words}\\b`, "i").test(facts.request) ? true : undefined;
}

function fillArray(
  name: string,
  schema: FlatSchema,
  { facts, root, required, used }: FieldContext,
): JsonValue[] | undefined {
  const item = flattenSchema(schema.items ?? true, root);
  const given = facts.jsons.find(
    ({ text, value }) =>
      Array.isArray(value) && value.every((part) => item.types.includes(toTypeName(part))) && take(used, text),
  );
  if (given && Array.isArray(given.value)) return given.value;
  const kind = findKind(name, [...item.examples, ...schema.examples.flat()]);
  if (kind) return kind(facts).length > 0 ? [...kind(facts)] : undefined;
  if (item.types[0] === "number" || item.types[0] === "integer") {
    return required && facts.numbers.length > 0 ? [...facts.numbers] : undefined;
  }
  return required && facts.quotes.length > 0 ? [...facts.quotes] : undefined;
}

function fillObject(schema: FlatSchema, { facts, used }: FieldContext): JsonObject | undefined {
  const given = facts.jsons.find(
    ({ text, value }) =>
      isJsonObject(value) && schema.required.every((name) => Object.hasOwn(value, name)) && take(used, text),
  );
  return given && isJsonObject(given.value) ? given.value : undefined;
}

/** An earlier step's output may hold a field of that name and type. Newest first. */
function findInSteps(name: string, { types }: FlatSchema, steps: readonly PlannerStep[]): JsonValue | undefined {
  for (const { output, isError } of steps.toReversed()) {
    if (isError || !isJsonObject(output)) continue;
    const value = output[name];
    if (value !== undefined && types.includes(toTypeName(value))) return value;
  }
  return undefined;
}

function toTypeName(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
