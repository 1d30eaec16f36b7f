import { type ExactObject, type ExactValue, isExactObject, setOwn } from "#server/exchange/exact-json";
import type { ExactSchema } from "#server/exchange/exchange";
import { isSchema } from "#server/exchange/formats/tool-fields";
import { findAt } from "./pointer";

/** Keywords whose value is a schema, a list of schemas, or a map from name to schema. */
const ONE = [
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "contains",
  "contentSchema",
  "not",
  "if",
  "then",
  "else",
  "items",
];
const MANY = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const NAMED = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
/** OpenAPI's own words, which say nothing to a validator or point at what is not there any more. */
const DROPPED = new Set(["xml", "externalDocs", "discriminator", "nullable", "example"]);

/**
 * Turns schemas of one OpenAPI document into JSON Schema 2020-12: `nullable` becomes the type null, a boolean
 * `exclusiveMinimum` the bound itself, `example` one of `examples`. References to parts of the document become `$defs`, each
 * once, so that circular ones stay circular and finite.
 */
export type SchemaConverter = {
  convert(schema: ExactSchema): ExactSchema;
  /** The schema with all that it and its parts refer to under `$defs`. */
  close(schema: ExactSchema): ExactSchema;
  /** References that lead nowhere or to another file; what they stand for accepts anything. */
  lost: ReadonlySet<string>;
};

function toNullable(schema: ExactObject): ExactObject {
  const withNull = (list: ExactValue[]) => (list.includes(null) ? list : [...list, null]);
  const values = Array.isArray(schema.enum) ? { enum: withNull(schema.enum) } : {};
  if (typeof schema.type === "string") return { ...schema, ...values, type: [schema.type, "null"] };
  if (Array.isArray(schema.type)) return { ...schema, ...values };
  const isOpen = !["$ref", "allOf", "anyOf", "oneOf", "enum"].some((key) => key in schema);
  return isOpen ? schema : { anyOf: [schema, { type: "null" }] };
}

/** `minimum: 1, exclusiveMinimum: true` of 3.0 is `exclusiveMinimum: 1`. */
function toBounds(schema: ExactObject): ExactObject {
  const result = { ...schema };
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof schema[exclusive] !== "boolean") continue;
    delete result[exclusive];
    if (schema[exclusive] !== true || schema[bound] === undefined) continue;
    result[exclusive] = schema[bound];
    delete result[bound];
  }
  return result;
}

/** What a single keyword's older spelling is in 2020-12. */
function toModern(schema: ExactObject): ExactObject {
  const bounded = toBounds(schema);
  if (bounded.type === "file") bounded.type = "string";
  if (bounded.required !== undefined && !Array.isArray(bounded.required)) delete bounded.required;
  if (Array.isArray(bounded.items)) {
    bounded.prefixItems = bounded.items;
    delete bounded.items;
  }
  if ("example" in bounded && !Array.isArray(bounded.examples)) bounded.examples = [bounded.example ?? null];
  return bounded;
}

function toDefName(reference: string, taken: ReadonlySet<string>): string {
  const last = reference.split("/").at(-1) ?? "";
  const base = last.replace(/~1/g, "_").replace(/[^A-Za-z0-9._-]+/g, "_") || "root";
  if (!taken.has(base)) return base;
  for (let count = 2; ; count += 1) if (!taken.has(`${base}_${count}`)) return `${base}_${count}`;
}

export function createSchemaConverter(root: ExactObject): SchemaConverter {
  const names = new Map<string, string>();
  const defs: ExactObject = {};
  const lost = new Set<string>();

  const convertReference = (reference: string, siblings: ExactObject): ExactSchema => {
    const target = findAt(root, reference);
    if (!isSchema(target)) {
      lost.add(reference);
      return siblings;
    }
    const known = names.get(reference);
    const name = known ?? toDefName(reference, new Set(names.values()));
    if (known === undefined) {
      names.set(reference, name);
      setOwn(defs, name, convert(target));
    }
    return { $ref: `#/$defs/${name}`, ...siblings };
  };

  const convertNamed = (schemas: ExactObject): ExactObject => {
    const children = {};
    for (const [name, child] of Object.entries(schemas)) if (isSchema(child)) setOwn(children, name, convert(child));
    return children;
  };

  const convertPart = (key: string, value: ExactValue): ExactValue => {
    if (NAMED.includes(key) && isExactObject(value)) return convertNamed(value);
    if (MANY.includes(key) && Array.isArray(value)) return value.filter(isSchema).map(convert);
    return ONE.includes(key) && isSchema(value) ? convert(value) : value;
  };

  const convertParts = (schema: ExactObject): ExactObject => {
    const result: ExactObject = {};
    for (const [key, value] of Object.entries(schema))
      if (!DROPPED.has(key)) setOwn(result, key, convertPart(key, value));
    return result;
  };

  const convert = (schema: ExactSchema): ExactSchema => {
    if (typeof schema === "boolean") return schema;
    if (typeof schema.$ref === "string") {
      const siblings = typeof schema.description === "string" ? { description: schema.description } : {};
      return convertReference(schema.$ref, siblings);
    }
    const converted = convertParts(toModern(schema));
    return schema.nullable === true ? toNullable(converted) : converted;
  };

  return {
    convert,
    lost,
    close: (schema) => {
      if (typeof schema === "boolean" || names.size === 0) return schema;
      const own = isExactObject(schema.$defs) ? schema.$defs : {};
      return { ...schema, $defs: { ...own, ...defs } };
    },
  };
}
