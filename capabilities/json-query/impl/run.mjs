import { evaluate } from "./evaluate.mjs";
import { runJob } from "./frames.mjs";
import { parseJson } from "./parse-json.mjs";
import { parseQuery } from "./parse-query.mjs";
import { SyntaxProblem } from "./reader.mjs";

const OUTPUT_CHARACTERS_MAX = 800_000;
const DEPTH_MAX = 40;
/** Keys that the host refuses in a frame (docs/capabilities.md). */
const UNSAFE_KEYS = new Set(["__proto__", "constructor", "prototype"]);

function canTravel(value, depth = 0) {
  if (typeof value !== "object" || value === null) return true;
  if (depth === DEPTH_MAX) return false;
  return Object.entries(value).every(
    ([key, inner]) => (Array.isArray(value) || !UNSAFE_KEYS.has(key)) && canTravel(inner, depth + 1),
  );
}

function placeOf(text, position) {
  const before = text.slice(0, position).split("\n");
  return `line ${before.length}, column ${before.at(-1).length + 1}`;
}

function problem(code, message, next) {
  return { problem: { code, message, next } };
}

function readDocument({ json, value }) {
  if ((json === undefined) === (value === undefined)) {
    return problem("no_document", "Exactly one of json and value is needed.", "Give the JSON text as json.");
  }
  if (value !== undefined) return { document: value };
  try {
    return { document: parseJson(json.replace(/^\ufeff/, "")) };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    const place = placeOf(json, error.position);
    return problem("not_json", `The text is not JSON: ${error.message} at ${place}.`, "Mend the text at that place.");
  }
}

function readQuery(query) {
  try {
    return { segments: parseQuery(query) };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    const message = `The query cannot be read: ${error.message} at character ${error.position + 1}.`;
    return problem("bad_query", message, "Write it like $.items[?(@.price > 5)].id");
  }
}

function gatherMatches(document, segments, limit) {
  const matches = [];
  let total = 0;
  let characters = 0;
  for (const { path, value } of evaluate(document, segments)) {
    total += 1;
    if (matches.length === limit) continue;
    const text = JSON.stringify(value);
    const size = path.length + text.length;
    if (characters + size > OUTPUT_CHARACTERS_MAX) continue;
    characters += size;
    matches.push(canTravel(value) ? { path, value } : { path, text });
  }
  return { matches, total };
}

await runJob(async ({ json, value, query, limit = 100 }) => {
  const read = readDocument({ json, value });
  if (read.problem !== undefined) return read;
  const parsed = readQuery(query);
  if (parsed.problem !== undefined) return parsed;
  const { matches, total } = gatherMatches(read.document, parsed.segments, limit);
  const leftOut = total - matches.length;
  const rest = leftOut === 0 ? "" : `, ${leftOut} left out`;
  return { summary: `${total} matches of ${query}${rest}.`, total, matches, left_out: leftOut };
});
