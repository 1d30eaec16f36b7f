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
export type StepScope = {
  input: JsonValue;
  steps: Readonly<Record<string, { output: JsonValue }>>;
  /** Outputs by the name a step gave them (`output_as`), and `item` inside a loop; left out, there are none. */
  names?: ReadonlyMap<string, JsonValue>;
};

export type MappedInput = { kind: "ok"; input: JsonValue } | { kind: "unresolved"; placeholders: string[] };

/** The blanks around a path belong to the match and are taken off it: a pattern for both would try every split of them. */
const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;
const WHOLE = /^\s*\{\{([^{}]+)\}\}\s*$/;

function childOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Value of `input.a.b`, `steps.<id>.output.c` or `<name>.d`; undefined when anything on the way is missing. */
function resolvePath(path: string, scope: StepScope): JsonValue | undefined {
  const [head, ...rest] = path.split(".");
  if (head === "input") return rest.reduce(childOf, scope.input as JsonValue | undefined);
  if (head !== "steps") return rest.reduce(childOf, scope.names?.get(head ?? ""));
  const [id, word, ...keys] = rest;
  if (id === undefined || word !== "output" || !Object.hasOwn(scope.steps, id)) return undefined;
  return keys.reduce(childOf, scope.steps[id]?.output);
}

function mapText(text: string, scope: StepScope, missing: Set<string>): JsonValue {
  const whole = /^\{\{([^{}]+)\}\}$/.exec(text)?.[1]?.trim();
  if (whole !== undefined) {
    const value = resolvePath(whole, scope);
    if (value === undefined) missing.add(whole);
    return value ?? null;
  }
  return text.replace(PLACEHOLDER, (_, inner: string) => {
    const path = inner.trim();
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
 * Maps the `input:` of a forge's step (design.md 4): `{{input.x}}`, `{{steps.<id>.output.y}}`, and the names that steps
 * gave their outputs, with numbers for places in lists. A text that is exactly one placeholder takes the value with its JSON type; inside other text it is written
 * out as in a prompt. `unresolved` names every placeholder that points at nothing.
 */
export function mapStepInput(input: JsonObject, scope: StepScope): MappedInput {
  const missing = new Set<string>();
  const mapped = mapValue(input, scope, missing);
  return missing.size > 0 ? { kind: "unresolved", placeholders: [...missing] } : { kind: "ok", input: mapped };
}

/** The paths of all placeholders of a step's input, each once, in order. */
export function findPlaceholders(value: JsonValue): string[] {
  const found = new Set<string>();
  const visit = (inner: JsonValue): void => {
    if (typeof inner === "string") for (const [, path] of inner.matchAll(PLACEHOLDER)) found.add(path?.trim() ?? "");
    else if (typeof inner === "object" && inner !== null) Object.values(inner).forEach(visit);
  };
  visit(value);
  return [...found];
}

/** Items of one `loop_over`; more are refused before the first call, since each is an execution of its own. */
export const LOOP_ITEMS_MAX = 100;

export type LoopItems = { kind: "ok"; items: readonly JsonValue[] } | { kind: "bad"; reason: string };

/**
 * The items of a step's `loop_over`: a path such as `input.tickets`, with or without braces. `bad` says in a sentence why
 * there are none: nothing is there, it is no list, or it has more than `LOOP_ITEMS_MAX`.
 */
export function findLoopItems(loopOver: string, scope: StepScope): LoopItems {
  const path = toLoopPath(loopOver);
  const value = resolvePath(path, scope);
  if (value === undefined) return { kind: "bad", reason: `It loops over ${path}, and nothing before it gave that.` };
  if (!Array.isArray(value)) return { kind: "bad", reason: `It loops over ${path}, which is not a list.` };
  if (value.length <= LOOP_ITEMS_MAX) return { kind: "ok", items: value };
  const reason = `It loops over ${path}, which has ${value.length} items; one loop takes at most ${LOOP_ITEMS_MAX}.`;
  return { kind: "bad", reason };
}

/** The path of a `loop_over`, braces taken off. */
export function toLoopPath(loopOver: string): string {
  return (WHOLE.exec(loopOver)?.[1] ?? loopOver).trim();
}
