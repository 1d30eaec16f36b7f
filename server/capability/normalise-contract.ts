import { SENSITIVITIES } from "./contract";
import type { Report } from "./contract-report";
import { isJsonObject, type JsonObject, type JsonValue } from "./json";
import type { PathPart, YamlDocument } from "./yaml-document";

function isOneOf(list: readonly string[], value: unknown): boolean {
  return typeof value === "string" && list.includes(value);
}

/** A key without a value is a key left out. */
function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, child]) => child !== null));
}

type Normaliser = { document: YamlDocument; report: Report };

/** `version: 1.0` is a number to YAML; what the author typed is meant. */
function normaliseVersion({ document, report }: Normaliser, value: JsonValue): JsonValue {
  if (typeof value !== "number") return value;
  const version = document.sourceOf(["version"]) ?? String(value);
  report(["version"], {
    severity: "warning",
    code: "unquoted_version",
    message: `"version" is a number to YAML; it is read as "${version}". Quote it.`,
    fix: `"${version}"`,
  });
  return version;
}

function normaliseChoice(
  { report }: Normaliser,
  { path, choices, fallback }: { path: PathPart[]; choices: readonly string[]; fallback: string },
  value: JsonValue,
): JsonValue {
  if (isOneOf(choices, value)) return value;
  report(path, {
    severity: "warning",
    code: "unknown_value",
    message: `"${path.join(".")}" is one of ${choices.join(", ")}; this value counts as ${fallback}.`,
    fix: fallback,
  });
  return fallback;
}

/** pi drops a step without id; keeping its place keeps the places of all findings after it. */
function nameStep({ report }: Normaliser, index: number): string {
  const id = `step-${index + 1}`;
  const message = `This step has no id, so no code can call it; it is read as "${id}". Add an id.`;
  report(["steps", index], { severity: "warning", code: "step_without_id", message });
  return id;
}

function normaliseSteps(normaliser: Normaliser, steps: JsonValue): JsonValue {
  if (!Array.isArray(steps)) return steps;
  return steps.map((step, index) => {
    if (!isJsonObject(step)) return step;
    const kinds = { path: ["steps", index, "kind"], choices: ["code", "llm", "capability"], fallback: "code" };
    const kind = normaliseChoice(normaliser, kinds, step.kind ?? null);
    return { ...withoutNulls(step), id: step.id ?? nameStep(normaliser, index), kind };
  });
}

/**
 * Reads what pi reads leniently the same way, with a warning each (domain.md 3.1): an unknown sensitivity counts as
 * public, an unknown status as draft, an unknown step kind as code, a step without id as one nothing calls; a number as version is its text; a key without a
 * value counts as left out. The result is what the schema then checks.
 */
export function normaliseContract(document: YamlDocument, value: JsonObject, report: Report): JsonObject {
  const normaliser = { document, report };
  const result = withoutNulls(value);
  if (result.version !== undefined) result.version = normaliseVersion(normaliser, result.version);
  if (result.sensitivity !== undefined) {
    const choice = { path: ["sensitivity"], choices: SENSITIVITIES, fallback: "public" };
    result.sensitivity = normaliseChoice(normaliser, choice, result.sensitivity);
  }
  if (result.status !== undefined) {
    const choice = { path: ["status"], choices: ["draft", "trusted"], fallback: "draft" };
    result.status = normaliseChoice(normaliser, choice, result.status);
  }
  if (result.steps !== undefined) result.steps = normaliseSteps(normaliser, result.steps);
  for (const key of ["contract", "limits", "evidence", "tree"]) {
    const child = result[key];
    if (isJsonObject(child)) result[key] = withoutNulls(child);
  }
  return result;
}
