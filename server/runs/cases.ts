import { z } from "zod";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonObjectSchema,
  jsonValueSchema,
} from "#server/capability/json";
import type { Problem } from "#server/errors";

/** One line of `cases.jsonl` (domain.md 3.1). */
const caseSchema = z.looseObject({
  name: z.string().optional(),
  input: jsonValueSchema,
  expect: jsonValueSchema,
  /** Left out, `expect` is a part of the output. */
  match: z.enum(["exact", "partial"]).optional(),
  /** Scripted answers of llm steps by step id; a case never asks a model. */
  llm: jsonObjectSchema.optional(),
});
type Case = z.infer<typeof caseSchema>;

/** `line` counts from 1 in the file, `index` from 0 among the cases. */
export type ParsedCase = { index: number; line: number; name: string } & (
  | { kind: "case"; case: Case }
  | { kind: "broken"; problem: Problem }
);

function parseLine(text: string): { kind: "case"; case: Case } | { kind: "broken"; problem: Problem } {
  const next = 'A case is one JSON object on one line, such as {"input": {...}, "expect": {...}}.';
  try {
    const parsed = caseSchema.safeParse(JSON.parse(text));
    if (parsed.success) return { kind: "case", case: parsed.data };
    const issue = parsed.error.issues[0];
    const place = issue?.path.join(".") || "the line";
    return { kind: "broken", problem: { code: "bad_input", message: `${place}: ${issue?.message}.`, next } };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: "broken", problem: { code: "bad_input", message: `It is not JSON: ${error.message}.`, next } };
  }
}

/** Reads the text of a case file. A bad line is a broken case of its own and hides no other; blank lines count for nothing. */
export function parseCases(text: string): ParsedCase[] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((content, lineIndex) => ({ content, line: lineIndex + 1 }))
    .filter(({ content }) => content.trim() !== "")
    .map(({ content, line }, index) => {
      const parsed = parseLine(content);
      const name = parsed.kind === "case" ? (parsed.case.name ?? `line ${line}`) : `line ${line}`;
      return { index, line, name, ...parsed };
    });
}

const DIFFERENCES_MAX = 50;
const SHOWN_CHARACTERS_MAX = 120;

function show(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  const rest = text.length - SHOWN_CHARACTERS_MAX;
  return rest <= 0 ? text : `${text.slice(0, SHOWN_CHARACTERS_MAX)}… (${rest} more characters)`;
}

function toPath(path: string, key: string): string {
  const isPlain = /^[A-Za-z_][\w-]*$/.test(key);
  if (!isPlain) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

type Pair<T extends JsonValue> = { expected: T; actual: T; path: string; isExact: boolean };

function* findListDifferences({ expected, actual, path, isExact }: Pair<JsonValue[]>): Generator<string> {
  if (expected.length !== actual.length) {
    yield `${path || "The output"} has ${actual.length} items; the case expects ${expected.length}.`;
  }
  for (const [index, item] of expected.slice(0, actual.length).entries()) {
    yield* walk(item, actual[index], { path: `${path}[${index}]`, isExact });
  }
}

function* findObjectDifferences({ expected, actual, path, isExact }: Pair<JsonObject>): Generator<string> {
  for (const [key, value] of Object.entries(expected)) {
    const own = Object.hasOwn(actual, key) ? actual[key] : undefined;
    yield* walk(value, own, { path: toPath(path, key), isExact });
  }
  const unexpected = isExact ? Object.keys(actual).filter((key) => !Object.hasOwn(expected, key)) : [];
  for (const key of unexpected) {
    yield `${toPath(path, key)} is ${show(actual[key])}; the case expects it absent.`;
  }
}

function* walk(
  expected: JsonValue,
  actual: JsonValue | undefined,
  place: { path: string; isExact: boolean },
): Generator<string> {
  if (Array.isArray(expected) && Array.isArray(actual)) yield* findListDifferences({ expected, actual, ...place });
  else if (isJsonObject(expected) && isJsonObject(actual)) yield* findObjectDifferences({ expected, actual, ...place });
  else if (expected !== actual) {
    yield `${place.path || "The output"} is ${show(actual)}; the case expects ${show(expected)}.`;
  }
}

/**
 * How an output differs from what a case expects, one sentence a path; empty when it holds. By default `expect` is a
 * part: objects may have more keys, lists must have the same length, item by item. `exact` allows nothing more.
 */
export function findDifferences(
  expected: JsonValue,
  actual: JsonValue | undefined,
  match: "exact" | "partial" = "partial",
): string[] {
  const differences = [...walk(expected, actual, { path: "", isExact: match === "exact" })];
  if (differences.length <= DIFFERENCES_MAX) return differences;
  const rest = differences.length - DIFFERENCES_MAX;
  return [...differences.slice(0, DIFFERENCES_MAX), `${rest} more differences are not listed.`];
}
