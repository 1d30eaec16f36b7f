import { isJsonObject } from "./json";

/** A schema that is larger or deeper is judged by the compiler: it has limits of its own. */
const SIZE_MAX = 100_000;
const DEPTH_MAX = 24;

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** What is left to look at, below zero when the schema is too large; the whole schema, and the references looked into. */
type Budget = { left: number; root: unknown; seen: Set<string> };
type Check = (value: unknown, budget: Budget, depth: number) => boolean;

const isText: Check = (value, budget) => {
  if (typeof value !== "string") return false;
  budget.left -= value.length;
  return true;
};
const isFlag: Check = (value) => typeof value === "boolean";
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isCount: Check = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isType: Check = (value) =>
  TYPES.has(value) ||
  (Array.isArray(value) && value.length > 0 && value.every((type) => TYPES.has(type)) && areDifferent(value));

/** The place that a reference names; nothing for one that leaves the schema, or is written with escapes. */
function findPlace(root: unknown, reference: string): unknown {
  if (!/^#(?:\/[\w$ .-]+)*$/.test(reference)) return undefined;
  let place = root;
  for (const part of reference.split("/").slice(1)) {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, part)) return undefined;
    place = Reflect.get(place, part);
  }
  return place;
}

/** A reference into the same schema is sound when what it names is. One that goes in a circle is recursion, and compiles. */
const isReference: Check = (value, budget, depth) => {
  if (typeof value !== "string") return false;
  if (budget.seen.has(value)) return true;
  budget.seen.add(value);
  return isSound(findPlace(budget.root, value), budget, depth);
};

/** Any value that holds no other: what a schema says of deeper ones is rare, and the compiler's to judge. */
const isScalar: Check = (value, budget, depth) =>
  value === null || typeof value === "boolean" || isNumber(value, budget, depth) || isText(value, budget, depth);
const areScalars: Check = (value, budget, depth) =>
  Array.isArray(value) && value.every((item) => isScalar(item, budget, depth));
const isExample: Check = (value, budget, depth) => isScalar(value, budget, depth) || areScalars(value, budget, depth);

const isPattern: Check = (value, budget, depth) => {
  if (typeof value !== "string" || !isText(value, budget, depth) || value.includes("\\Z")) return false;
  try {
    return new RegExp(value, "u").unicode;
  } catch {
    // The compiler says what is wrong with it.
    return false;
  }
};

const areSound: Check = (value, budget, depth) =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isSound(item, budget, depth));

const areSoundByName: Check = (value, budget, depth) => {
  if (!isJsonObject(value) || Object.hasOwn(value, "__proto__")) return false;
  return Object.entries(value).every(([name, item]) => isText(name, budget, depth) && isSound(item, budget, depth));
};

const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...["title", "description", "$comment", "format"].map((key): [string, Check] => [key, isText]),
  ...["deprecated", "readOnly", "writeOnly", "uniqueItems"].map((key): [string, Check] => [key, isFlag]),
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"].map(
    (key): [string, Check] => [key, isCount],
  ),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((key): [string, Check] => [key, isNumber]),
  ["multipleOf", (value, budget, depth) => isNumber(value, budget, depth) && Number(value) > 0],
  ["type", isType],
  ["$ref", isReference],
  ["default", isExample],
  ["const", isExample],
  ["examples", areScalars],
  [
    "enum",
    (value, budget, depth) =>
      Array.isArray(value) && value.length > 0 && areScalars(value, budget, depth) && areDifferent(value),
  ],
  ["pattern", isPattern],
  ["properties", areSoundByName],
  [
    "required",
    (value, budget, depth) =>
      Array.isArray(value) && value.every((name) => isText(name, budget, depth)) && areDifferent(value),
  ],
  ["items", (value, budget, depth) => isSound(value, budget, depth)],
  ["additionalProperties", (value, budget, depth) => isSound(value, budget, depth)],
  ["not", (value, budget, depth) => isSound(value, budget, depth)],
  ["$defs", areSoundByName],
  ["definitions", areSoundByName],
  ["anyOf", areSound],
  ["oneOf", areSound],
  ["allOf", areSound],
]);

function areDifferent(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

function isSound(schema: unknown, budget: Budget, depth: number): boolean {
  budget.left -= 1;
  if (typeof schema === "boolean") return true;
  if (!isJsonObject(schema) || depth > DEPTH_MAX || budget.left < 0) return false;
  for (const key of Object.keys(schema)) {
    // A vendor's own keyword says nothing to the compiler, as long as no schema hides in it.
    const check = KEYWORDS.get(key) ?? (key.startsWith("x-") ? isExample : undefined);
    if (!check?.(schema[key], budget, depth + 1)) return false;
  }
  return budget.left >= 0;
}

/**
 * True for a schema of everyday keywords alone, each with a value that its meta-schema allows in draft-07 and 2020-12 alike:
 * such a schema compiles (sound-schema.test.ts holds it to the compiler). False says nothing; then the compiler is asked,
 * which takes a hundred times as long. `$schema` at the top is the caller's.
 */
export function isSurelySound(schema: unknown): boolean {
  return isSound(schema, { left: SIZE_MAX, root: schema, seen: new Set() }, 0);
}
