import { Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import type { JsonSchema } from "./contract";
import type { JsonObject, JsonValue } from "./json";
import { isSurelySound } from "./sound-schema";

/** Characters of a schema that are compiled; the compiler turns each into code, and a page of schema is a few thousand. */
const SCHEMA_CHARACTERS_MAX = 524_288;
const SCHEMA_DEPTH_MAX = 96;
/** Findings that are put into sentences; the rest is counted in the last one. */
const PROBLEMS_MAX = 20;

const OPTIONS: Options = { strict: false, ownProperties: true, allErrors: true, logger: false };

type Compiled = { kind: "ok"; validate: ValidateFunction } | { kind: "bad"; problem: string };

const compiled = new WeakMap<object, Compiled>();

type Dialect = "draft-07" | "2020-12";

function dialectOf(schema: JsonObject): Dialect {
  const named = typeof schema.$schema === "string" ? schema.$schema : "";
  return /draft-0[467]/.test(named) ? "draft-07" : "2020-12";
}

function createAjv(dialect: Dialect): Ajv {
  const ajv = dialect === "draft-07" ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  formatsPlugin.default(ajv);
  return ajv;
}

/** One compiler a dialect: making one costs 22 ms, a small schema 0.7 ms (2026-11, Node 20, two cores). */
const shared = new Map<Dialect, Ajv>();

function sharedAjv(dialect: Dialect): Ajv {
  const ajv = shared.get(dialect) ?? createAjv(dialect);
  shared.set(dialect, ajv);
  return ajv;
}

/** Schemas that name parts of themselves get a compiler of their own: the names of two capabilities must not meet. */
function compileWith(dialect: Dialect, schema: JsonObject, text: string): ValidateFunction {
  if (/"\$(?:id|anchor|dynamicAnchor)"/.test(text)) return createAjv(dialect).compile(schema);
  const ajv = sharedAjv(dialect);
  try {
    return ajv.compile(schema);
  } finally {
    ajv.removeSchema(schema);
  }
}

function depthOf(value: unknown, left: number): number {
  if (typeof value !== "object" || value === null || left === 0) return 0;
  let deepest = 0;
  for (const child of Object.values(value)) deepest = Math.max(deepest, depthOf(child, left - 1));
  return deepest + 1;
}

type Prepared = { kind: "ok"; rules: JsonObject; text: string } | { kind: "bad"; problem: string };

/** What is refused before a compiler sees it, since compiling turns a schema into code. */
function prepare(schema: JsonObject): Prepared {
  if (depthOf(schema, SCHEMA_DEPTH_MAX + 1) > SCHEMA_DEPTH_MAX) {
    return { kind: "bad", problem: `it nests more than ${SCHEMA_DEPTH_MAX} levels deep` };
  }
  const text = JSON.stringify(schema);
  if (text.length > SCHEMA_CHARACTERS_MAX) {
    return { kind: "bad", problem: `it has ${text.length} characters; at most ${SCHEMA_CHARACTERS_MAX} are compiled` };
  }
  // An asynchronous schema answers a promise, and a promise would pass for "valid".
  if (Object.hasOwn(schema, "$async")) return { kind: "bad", problem: "$async is not supported" };
  const { $schema: _dialect, ...rules } = schema;
  return { kind: "ok", rules, text };
}

function toProblem(error: unknown): Compiled {
  if (error instanceof RangeError) return { kind: "bad", problem: "its references go in circles" };
  return { kind: "bad", problem: error instanceof Error ? error.message : String(error) };
}

function compile(schema: JsonObject): Compiled {
  const prepared = prepare(schema);
  if (prepared.kind === "bad") return prepared;
  try {
    return { kind: "ok", validate: compileWith(dialectOf(schema), prepared.rules, prepared.text) };
  } catch (error) {
    return toProblem(error);
  }
}

function compileOnce(schema: JsonObject): Compiled {
  const known = compiled.get(schema);
  if (known) return known;
  const result = compile(schema);
  compiled.set(schema, result);
  return result;
}

function withArticle(type: string): string {
  if (type === "null") return "null";
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** One finding of ajv as a person says it; ajv's own words where they are plain already. */
function toSentence({ instancePath, keyword, params, message }: ErrorObject): string {
  const at = instancePath === "" ? "The value" : instancePath;
  switch (keyword) {
    case "type": {
      const types: string[] = [params.type].flat();
      return `${at} must be ${types.map(withArticle).join(" or ")}`;
    }
    case "required":
      return `${instancePath}/${params.missingProperty} is missing`;
    case "additionalProperties":
      return `${instancePath}/${params.additionalProperty} is not a known property`;
    case "unevaluatedProperties":
      return `${instancePath}/${params.unevaluatedProperty} is not a known property`;
    case "enum":
      return `${at} must be one of ${JSON.stringify(params.allowedValues)}`;
    case "const":
      return `${at} must be ${JSON.stringify(params.allowedValue)}`;
    case "pattern":
      return `${at} must match the pattern ${params.pattern}`;
    case "format":
      return `${at} must have the format ${params.format}`;
    case "false schema":
      return `${at} is not allowed`;
    default:
      return `${at} ${message ?? `fails ${keyword}`}`;
  }
}

/**
 * Validates a value against a JSON Schema: 2020-12, or draft-07 and before where `$schema` says so. Answers one sentence
 * a finding, such as "/ticket_id must be a string", and none when valid. A schema that does not compile, or recurses
 * without end on this value, answers one sentence that begins with "schema: ". Never throws; compiled once per schema object.
 */
export function validateJson(schema: JsonSchema, value: JsonValue): string[] {
  if (typeof schema === "boolean") return schema ? [] : ["The value is not allowed"];
  const result = compileOnce(schema);
  if (result.kind === "bad") return [`schema: ${result.problem}`];
  try {
    if (result.validate(value)) return [];
  } catch (error) {
    if (error instanceof RangeError) return ["schema: it recurses without end on this value"];
    throw error;
  }
  const sentences = [...new Set((result.validate.errors ?? []).map(toSentence))];
  const listed = sentences.slice(0, PROBLEMS_MAX);
  const left = sentences.length - listed.length;
  return left > 0 ? [...listed, `and ${left} more of ${sentences.length} findings`] : listed;
}

/**
 * Why a schema does not compile, for the author of the contract; null when it does. Compiles only what is not surely sound,
 * so a registry of 10,000 entries can ask for each.
 */
export function compileProblem(schema: JsonSchema): string | null {
  if (typeof schema === "boolean") return null;
  const { $schema: dialect, ...rules } = schema;
  if ((dialect === undefined || typeof dialect === "string") && isSurelySound(rules)) return null;
  const result = compileOnce(schema);
  return result.kind === "bad" ? result.problem : null;
}
