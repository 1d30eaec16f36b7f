import { isJsonObject, type JsonObject, type JsonValue } from "./json";

/** How a value stands in a prompt: text as it is, lists joined by ", ", null as nothing, objects as JSON. */
function toPromptText(value: JsonValue): string {
  if (value === null) return "";
  if (Array.isArray(value)) return value.map(toPromptText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Fills a prompt template (domain.md 3.4): `{key}` becomes the value of that key; a key that `values` does not own stays
 * as it stands, so JSON examples in a prompt survive. What is put in is never read again as template.
 */
export function renderTemplate(template: string, values: JsonObject): string {
  return template.replace(/\{([A-Za-z_][\w-]*)\}/g, (placeholder, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    return value === undefined ? placeholder : toPromptText(value);
  });
}

/** What the input of a forge's step may refer to: the forge's own input and the outputs of the steps before it. */
export type StepScope = { input: JsonValue; steps: Readonly<Record<string, { output: JsonValue }>> };

export type MappedInput = { kind: "ok"; input: JsonValue } | { kind: "unresolved"; placeholders: string[] };

const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g;

function childOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Value of `input.a.b` or `steps.<id>.output.c`; undefined when anything on the way is missing. */
function resolvePath(path: string, scope: StepScope): JsonValue | undefined {
  const [head, ...rest] = path.split(".");
  if (head === "input") return rest.reduce(childOf, scope.input as JsonValue | undefined);
  const [id, word, ...keys] = rest;
  if (head !== "steps" || id === undefined || word !== "output" || !Object.hasOwn(scope.steps, id)) return undefined;
  return keys.reduce(childOf, scope.steps[id]?.output);
}

function mapText(text: string, scope: StepScope, missing: Set<string>): JsonValue {
  const whole = /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(text)?.[1];
  if (whole !== undefined) {
    const value = resolvePath(whole, scope);
    if (value === undefined) missing.add(whole);
    return value ?? null;
  }
  return text.replace(PLACEHOLDER, (_, path: string) => {
    const value = resolvePath(path, scope);
    if (value === undefined) missing.add(path);
    return toPromptText(value ?? null);
  });
}

function mapValue(value: JsonValue, scope: StepScope, missing: Set<string>): JsonValue {
  if (typeof value === "string") return mapText(value, scope, missing);
  if (Array.isArray(value)) return value.map((item) => mapValue(item, scope, missing));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapValue(child, scope, missing)]));
}

/**
 * Maps the `input:` of a forge's step (design.md 4): `{{input.x}}` and `{{steps.<id>.output.y}}`, with numbers for places
 * in lists. A text that is exactly one placeholder takes the value with its JSON type; inside other text it is written
 * out as in a prompt. `unresolved` names every placeholder that points at nothing.
 */
export function mapStepInput(input: JsonObject, scope: StepScope): MappedInput {
  const missing = new Set<string>();
  const mapped = mapValue(input, scope, missing);
  return missing.size > 0 ? { kind: "unresolved", placeholders: [...missing] } : { kind: "ok", input: mapped };
}
