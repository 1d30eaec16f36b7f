import { isJsonObject, type JsonObject, type JsonValue } from "#server/capability/json";
import type { PlannerWords } from "./planner-words";

const TEXT_LENGTH_MAX = 400;
/** Inside a line that holds several values. */
const PART_LENGTH_MAX = 120;
const ITEMS_MAX = 5;
const LEADING = ["summary", "answer", "progress", "sentence", "explanation", "verdict", "result", "text"];

/**
 * Sums up an output by template: a leading sentence when a field holds one, then top-level values and short lists, one
 * line each. What is left out is counted, never dropped in silence.
 */
export function summarizeOutput(output: JsonValue | null, words: PlannerWords): string {
  if (output === null) return words.emptyOutput;
  if (!isJsonObject(output)) return Array.isArray(output) ? toList(output, words) : toScalar(output, words);
  const problem = findProblem(output);
  const leading = LEADING.filter((key) => typeof output[key] === "string" && output[key] !== "");
  const others = Object.keys(output).filter((key) => !leading.includes(key) && !(problem && key === "problem"));
  const lines = [
    ...(problem ? [words.problem(problem)] : []),
    ...leading.map((key) => toScalar(output[key] ?? null, words)),
    ...others.flatMap((key) => toLine(key, output[key] ?? null, words)),
  ];
  return lines.length > 0 ? lines.join("\n") : words.emptyOutput;
}

function findProblem({ problem }: JsonObject): string | undefined {
  if (!isJsonObject(problem) || typeof problem.message !== "string") return undefined;
  return typeof problem.next === "string" ? `${problem.message} ${problem.next}` : problem.message;
}

function toLine(key: string, value: JsonValue, words: PlannerWords): string[] {
  const label = key.replaceAll("_", " ");
  if (value === null) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [`- ${label}: ${toList(value, words)}`];
  if (isJsonObject(value)) {
    const parts = toParts(value, words);
    return parts ? [`- ${label}: ${parts}`] : [];
  }
  return [`- ${label}: ${toScalar(value, words)}`];
}

function toList(values: readonly JsonValue[], words: PlannerWords): string {
  const shown = values.slice(0, ITEMS_MAX);
  const left = values.length - shown.length;
  const more = left > 0 ? [words.more(left)] : [];
  if (values.every((value) => !isJsonObject(value) && !Array.isArray(value))) {
    return [...shown.map((value) => toScalar(value, words)), ...more].join(", ");
  }
  const lines = shown.map((value) => `  - ${isJsonObject(value) ? toParts(value, words) : toBrief(value, words)}`);
  return [words.items(values.length), ...lines, ...more.map((text) => `  - ${text}`)].join("\n");
}

/** The scalar values of a nested object in one line; what lies deeper is named by its size. */
function toParts(value: JsonObject, words: PlannerWords): string {
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([key, part]) => `${key.replaceAll("_", " ")} ${toBrief(part, words)}`)
    .join("; ");
}

function toBrief(value: JsonValue, words: PlannerWords): string {
  if (Array.isArray(value)) {
    const isShort = value.length <= ITEMS_MAX && value.every((part) => typeof part !== "object");
    return isShort ? value.map(String).join(", ") : words.items(value.length);
  }
  return isJsonObject(value) ? words.items(Object.keys(value).length) : toScalar(value, words, PART_LENGTH_MAX);
}

function toScalar(value: JsonValue, words: PlannerWords, lengthMax = TEXT_LENGTH_MAX): string {
  const text = typeof value === "string" ? value : String(value);
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}${words.cut(text.length)}` : text;
}
