import type { JsonValue } from "#server/capability/json";
import { isSchemaObject, resolve, toSample } from "./sample-from-schema";

/** One branch of a root `oneOf` or `anyOf` that has fields of its own (field-notes T3). */
export type Variant = { label: string | null; schema: { [key: string]: unknown } };

/** The variants a person chooses between; none when the root is no union of objects. */
export function findVariants(schema: unknown): Variant[] {
  if (!isSchemaObject(schema)) return [];
  const root = resolve(schema, schema);
  const key = Array.isArray(root.oneOf) ? "oneOf" : "anyOf";
  const branches = root[key];
  if (!Array.isArray(branches)) return [];
  const { [key]: _branches, ...base } = root;
  const variants = branches.filter(isSchemaObject).map((branch) => {
    const resolved = resolve(branch, schema);
    return { resolved, label: toLabel(resolved) };
  });
  if (variants.length < 2 || !variants.some(({ resolved }) => isSchemaObject(resolved.properties))) return [];
  return variants.map(({ resolved, label }) => ({ label, schema: { ...base, [key]: [resolved] } }));
}

/** What tells a variant apart: its title, else the values of its constants. */
function toLabel(branch: { [key: string]: unknown }): string | null {
  if (typeof branch.title === "string") return branch.title;
  const constants = Object.values(isSchemaObject(branch.properties) ? branch.properties : {}).flatMap((property) =>
    isSchemaObject(property) && property.const !== undefined ? [String(property.const)] : [],
  );
  return constants.length === 0 ? null : constants.join(", ");
}

/** A sample of the variant that keeps what was typed for the fields both have; a constant is the variant's own. */
export function switchVariant(variant: Variant, typed: JsonValue | null): JsonValue {
  const sample = toSample(variant.schema);
  if (!isObject(sample) || !isObject(typed)) return sample;
  const constants = new Set(findConstants(variant.schema));
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [name, constants.has(name) ? value : (typed[name] ?? value)]),
  );
}

function findConstants(schema: { [key: string]: unknown }): string[] {
  const branches = [schema.oneOf, schema.anyOf].flatMap((value) => (Array.isArray(value) ? value : []));
  return branches.filter(isSchemaObject).flatMap((branch) =>
    Object.entries(isSchemaObject(branch.properties) ? branch.properties : {})
      .filter(([, property]) => isSchemaObject(property) && property.const !== undefined)
      .map(([name]) => name),
  );
}

function isObject(value: JsonValue | null): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
