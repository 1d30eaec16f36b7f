import type { JsonObject, JsonValue } from "#server/capability/json";

/** Objects inside objects that a sample fills; a schema that refers to itself ends here (field-notes T5). */
const DEPTH_MAX = 3;
/** The same with the arrays between them, which may hold only arrays. */
const NESTING_MAX = 8;
const ITEMS_MAX = 3;

type Schema = { [key: string]: unknown };

type Context = { root: Schema; depth: number; nesting: number };

/**
 * An input that the schema most likely accepts: const, then the first example, default or enum value, else a value made from
 * the type. Only required properties and those with a value to offer are filled. Pure and total: any JSON is a schema here.
 */
export function toSample(schema: unknown): JsonValue {
  return sampleOf(schema, { root: isSchemaObject(schema) ? schema : {}, depth: 0, nesting: 0 });
}

function sampleOf(schema: unknown, context: Context): JsonValue {
  if (!isSchemaObject(schema)) return schema === false ? null : {};
  const resolved = resolve(schema, context.root);
  const given = findGiven(resolved);
  if (given !== undefined) return given;
  const merged = merge(resolved, context.root);
  const branch = firstOf(merged.oneOf) ?? firstOf(merged.anyOf);
  if (branch !== undefined) {
    const { oneOf: _one, anyOf: _any, ...base } = merged;
    return sampleOf(isSchemaObject(branch) ? combine(base, resolve(branch, context.root)) : base, context);
  }
  return sampleOfType(merged, context);
}

function sampleOfType(schema: Schema, context: Context): JsonValue {
  switch (toType(schema)) {
    case "object":
      return sampleObject(schema, context);
    case "array":
      return sampleArray(schema, context);
    case "integer":
      return sampleNumber(schema, 1);
    case "number":
      return sampleNumber(schema, null);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return sampleString(schema);
  }
}

/** The schema says a value itself; undefined when it does not. */
function findGiven(schema: Schema): JsonValue | undefined {
  if (isJson(schema.const)) return schema.const;
  const first = firstOf(schema.examples);
  if (isJson(first)) return first;
  if (isJson(schema.default)) return schema.default;
  const choice = firstOf(schema.enum);
  return isJson(choice) ? choice : undefined;
}

function sampleObject(schema: Schema, context: Context): JsonObject {
  const properties = isSchemaObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const sample: JsonObject = {};
  const isAtEnd = context.depth >= DEPTH_MAX || context.nesting >= NESTING_MAX;
  const deeper = { ...context, depth: context.depth + 1, nesting: context.nesting + 1 };
  for (const [name, property] of Object.entries(properties)) {
    const hasGiven = isSchemaObject(property) && findGiven(resolve(property, context.root)) !== undefined;
    if (!required.has(name) && (isAtEnd || !hasGiven)) continue;
    sample[name] = sampleOf(property, deeper);
  }
  for (const name of required) {
    if (typeof name === "string" && !(name in sample) && !isAtEnd) sample[name] = "";
  }
  // Nothing asked for and nothing offered: the first property shows what can be said.
  const [first] = Object.entries(properties);
  if (Object.keys(sample).length === 0 && first && context.depth === 0) {
    sample[first[0]] = sampleOf(first[1], deeper);
  }
  return sample;
}

function sampleArray(schema: Schema, context: Context): JsonValue[] {
  const least = Math.min(typeof schema.minItems === "number" ? schema.minItems : 1, ITEMS_MAX);
  if (context.depth >= DEPTH_MAX || context.nesting >= NESTING_MAX) return [];
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const deeper = { ...context, nesting: context.nesting + 1 };
  const items = prefix.slice(0, ITEMS_MAX).map((item) => sampleOf(item, deeper));
  while (items.length < least && schema.items !== false) items.push(sampleOf(schema.items ?? {}, deeper));
  return items;
}

function sampleNumber(schema: Schema, step: number | null): number {
  const by = typeof schema.multipleOf === "number" ? schema.multipleOf : step;
  let value = typeof schema.minimum === "number" ? schema.minimum : 1;
  if (typeof schema.exclusiveMinimum === "number") value = schema.exclusiveMinimum + (by ?? 0.5);
  if (typeof schema.maximum === "number") value = Math.min(value, schema.maximum);
  if (typeof schema.exclusiveMaximum === "number" && value >= schema.exclusiveMaximum) {
    value = schema.exclusiveMaximum - (by ?? 0.5);
  }
  return by === null ? value : Math.ceil(value / by) * by;
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ["date-time", "2026-01-15T09:30:00Z"],
  ["date", "2026-01-15"],
  ["time", "09:30:00Z"],
  ["email", "ada@example.com"],
  ["uri", "https://example.com/"],
  ["url", "https://example.com/"],
  ["hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["uuid", "3f0b6d9a-6f0e-4a3b-9a52-0f6d2a1c7e55"],
]);

/** Tried in order against a pattern, so that common ones need no generator. */
const TRIES = [
  "example",
  "example-1",
  "EXAMPLE-1",
  "ABC-123",
  "TICKET-1",
  "1",
  "12",
  "123",
  "1234",
  "12345",
  "a",
  "A",
  "abc",
  "ABC",
  "1.0.0",
  "2026-01-15",
  "* * * * *",
  "https://example.com/",
  "/example",
  "#example",
  "ada@example.com",
];

function sampleString(schema: Schema): string {
  const format = typeof schema.format === "string" ? FORMATS.get(schema.format) : undefined;
  if (format !== undefined) return format;
  const least = typeof schema.minLength === "number" ? Math.min(schema.minLength, 10_000) : 0;
  const most = typeof schema.maxLength === "number" ? schema.maxLength : Number.POSITIVE_INFINITY;
  const fits = (text: string) => text.length >= least && text.length <= most;
  if (typeof schema.pattern === "string") {
    const pattern = toPattern(schema.pattern);
    const found = pattern && TRIES.find((text) => pattern.test(text) && fits(text));
    if (found !== undefined && found !== null) return found;
  }
  return "example".padEnd(least, "x").slice(0, Math.max(least, Math.min(most, 10_000)));
}

function toPattern(source: string): RegExp | null {
  try {
    return new RegExp(source, "u");
  } catch {
    // A pattern this engine does not read only loses the guess.
    return null;
  }
}

function toType(schema: Schema): string {
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== "null") : schema.type;
  if (typeof type === "string") return type;
  if (isSchemaObject(schema.properties) || Array.isArray(schema.required)) return "object";
  return schema.items === undefined && schema.prefixItems === undefined ? "string" : "array";
}

/** Follows `$ref` inside the document; a ring of references ends at an empty schema. */
export function resolve(schema: Schema, root: Schema): Schema {
  let current = schema;
  for (let hops = 0; typeof current.$ref === "string"; hops += 1) {
    if (hops > 20) return {};
    const { $ref: reference, ...siblings } = current;
    const target = findByPointer(root, String(reference));
    current = isSchemaObject(target) ? { ...target, ...siblings } : siblings;
  }
  return current;
}

function findByPointer(root: Schema, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let current: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

function merge(schema: Schema, root: Schema): Schema {
  if (!Array.isArray(schema.allOf)) return schema;
  const { allOf, ...base } = schema;
  return allOf.reduce<Schema>((sum, part) => (isSchemaObject(part) ? combine(sum, resolve(part, root)) : sum), base);
}

function combine(base: Schema, more: Schema): Schema {
  return {
    ...base,
    ...more,
    ...(isSchemaObject(base.properties) || isSchemaObject(more.properties)
      ? {
          properties: {
            ...(isSchemaObject(base.properties) ? base.properties : {}),
            ...(isSchemaObject(more.properties) ? more.properties : {}),
          },
        }
      : {}),
    required: [...toArray(base.required), ...toArray(more.required)],
  };
}

function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

export function isSchemaObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
