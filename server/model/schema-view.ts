import type { JsonSchema } from "#server/capability/contract";
import { isJsonObject, type JsonObject, type JsonValue } from "#server/capability/json";

/** The parts of a JSON Schema that say how to fill a value, with references and combinations folded in. */
export type FlatSchema = {
  /** Never empty: a schema without a type may be any. */
  types: string[];
  description: string;
  properties: Record<string, JsonSchema>;
  required: string[];
  items: JsonSchema | undefined;
  enumMembers: JsonValue[];
  constValue: JsonValue | undefined;
  defaultValue: JsonValue | undefined;
  examples: JsonValue[];
  pattern: string | undefined;
  format: string | undefined;
  minimum: number | undefined;
  maximum: number | undefined;
};

const ANY_TYPE = ["string", "number", "boolean", "object", "array"];
/** A schema may refer to itself; beyond this depth it is taken as "anything". */
const DEPTH_MAX = 8;

/**
 * Folds `$ref` (inside the document), `allOf` and the first branch of `anyOf` and `oneOf` into one flat view. What it cannot
 * read counts as "anything"; the real check is the validator's. Never throws.
 */
export function flattenSchema(schema: JsonSchema, root: JsonSchema): FlatSchema {
  return toFlat(mergeInto({}, schema, { root, depth: 0 }));
}

export function isRequired(schema: FlatSchema, name: string): boolean {
  return schema.required.includes(name);
}

function mergeInto(
  target: JsonObject,
  schema: JsonValue | undefined,
  at: { root: JsonSchema; depth: number },
): JsonObject {
  if (!isJsonObject(schema) || at.depth > DEPTH_MAX) return target;
  const deeper = { root: at.root, depth: at.depth + 1 };
  let merged = target;
  if (typeof schema.$ref === "string") merged = mergeInto(merged, resolveReference(schema.$ref, at.root), deeper);
  const { properties, required, ...rest } = schema;
  merged = {
    ...merged,
    ...rest,
    properties: { ...toObject(merged.properties), ...toObject(properties) },
    required: [...toArray(merged.required), ...toArray(required)],
  };
  for (const part of toArray(schema.allOf)) merged = mergeInto(merged, part, deeper);
  const branches = [...toArray(schema.anyOf), ...toArray(schema.oneOf)];
  const branch = branches.find((part) => isJsonObject(part) && part.type !== "null");
  return branch === undefined ? merged : mergeInto(merged, branch, deeper);
}

function resolveReference(reference: string, root: JsonSchema): JsonValue | undefined {
  if (!reference.startsWith("#")) return undefined;
  let current: JsonValue | undefined = root;
  for (const part of reference.slice(1).split("/").filter(Boolean)) {
    if (!isJsonObject(current)) return undefined;
    current = current[decodePart(part)];
  }
  return current;
}

function decodePart(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function toFlat(schema: JsonObject): FlatSchema {
  const declared = Array.isArray(schema.type) ? schema.type : [schema.type];
  const types = declared.filter((type) => typeof type === "string" && type !== "null").map(String);
  const properties = toObject(schema.properties);
  const guessed = Object.keys(properties).length > 0 ? ["object"] : ANY_TYPE;
  return {
    types: types.length > 0 ? types : guessed,
    description: toText(schema.description) ?? "",
    properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, toSchema(value)])),
    required: toArray(schema.required).filter((name) => typeof name === "string"),
    items: schema.items === undefined ? undefined : toSchema(schema.items),
    enumMembers: toArray(schema.enum),
    constValue: schema.const,
    defaultValue: schema.default,
    examples: toArray(schema.examples),
    pattern: toText(schema.pattern),
    format: toText(schema.format),
    minimum: toNumber(schema.minimum),
    maximum: toNumber(schema.maximum),
  };
}

function toSchema(value: JsonValue): JsonSchema {
  return typeof value === "boolean" || isJsonObject(value) ? value : true;
}

function toObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function toArray(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function toText(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function toNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
