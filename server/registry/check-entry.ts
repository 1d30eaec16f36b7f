import type { ContractIssue, JsonSchema } from "#server/capability/contract";
import { compileProblem } from "#server/capability/validate-json";
import type { ScannedEntry } from "./load-entry";

/** Errors that a reviewer must see but that do not keep a capability from running. */
const HARMLESS = new Set(["sensitive_in_l1"]);

type Disabled = NonNullable<ScannedEntry["disabled"]>;

function toIssue(entry: ScannedEntry, path: string, finding: Pick<ContractIssue, "severity" | "code" | "message">) {
  return { ...finding, file: entry.source.file, path, line: 1, column: 1, endLine: 1, endColumn: 1 };
}

/** Line of a top-level key in the text, since the parsed contract no longer knows it. */
function placeOfKey(text: string, key: string): { line: number; column: number; endLine: number; endColumn: number } {
  const line = text.split("\n").findIndex((content) => content.startsWith(`${key}:`)) + 1;
  return line === 0
    ? { line: 1, column: 1, endLine: 1, endColumn: 1 }
    : { line, column: 1, endLine: line, endColumn: key.length + 1 };
}

function findSchemaIssues(entry: ScannedEntry): ContractIssue[] {
  const { input, output } = entry.contract.contract;
  const schemas: [string, JsonSchema | undefined][] = [
    ["input", input],
    ["output", output],
  ];
  return schemas.flatMap(([key, schema]) => {
    const problem = schema === undefined ? null : compileProblem(schema);
    if (problem === null) return [];
    const message = `The ${key} schema does not compile: ${problem}.`;
    const issue = toIssue(entry, `contract.${key}`, { severity: "error", code: "schema_does_not_compile", message });
    return [{ ...issue, ...placeOfKey(entry.source.text, "contract") }];
  });
}

function findMissingFiles(entry: ScannedEntry, paths: ReadonlySet<string>): ContractIssue[] {
  const { contract } = entry;
  const issues: ContractIssue[] = [];
  for (const [index, step] of contract.steps.entries()) {
    if (step.kind === "llm" && step.prompt !== undefined && !paths.has(step.prompt)) {
      const message = `The prompt "${step.prompt}" of the step "${step.id}" is not in the folder.`;
      issues.push(toIssue(entry, `steps.${index}.prompt`, { severity: "error", code: "missing_prompt", message }));
    }
    const file = step.file ?? `impl/${step.id}.mjs`;
    if (contract.type === "forge" && step.kind === "code" && !paths.has(file)) {
      const message = `"${file}" of the step "${step.id}" is not in the folder.`;
      issues.push(toIssue(entry, `steps.${index}`, { severity: "error", code: "missing_impl", message }));
    }
  }
  const { cases } = contract.evidence;
  if (cases !== undefined && !paths.has(cases)) {
    const message = `The cases file "${cases}" is not in the folder.`;
    issues.push(toIssue(entry, "evidence.cases", { severity: "warning", code: "missing_cases", message }));
  }
  return issues.map((issue) => ({ ...issue, ...placeOfKey(entry.source.text, issue.path.split(".")[0] ?? "") }));
}

function findLayerIssues(entry: ScannedEntry): ContractIssue[] {
  const { sensitivity } = entry.contract;
  if (entry.layer !== "L1" || sensitivity === "public") return [];
  const message = `What ships must be public, but this is ${sensitivity}. Move it to a root of your team.`;
  const issue = toIssue(entry, "sensitivity", { severity: "error", code: "sensitive_in_l1", message });
  return [{ ...issue, ...placeOfKey(entry.source.text, "sensitivity") }];
}

/** A tool needs a program, unless its one llm step is all it does; then the host runs it. */
function findMissingProgram(entry: ScannedEntry, paths: ReadonlySet<string>): Disabled | undefined {
  const { steps, type } = entry.contract;
  if (type === "forge" && steps.length === 0) {
    return { reason: "A forge without steps does nothing.", enabledBy: "Add steps to its CAPABILITY.yaml." };
  }
  const isPromptOnly = steps.length === 1 && steps[0]?.kind === "llm";
  if (type !== "tool" || paths.has("impl/run.mjs") || isPromptOnly) return undefined;
  return {
    reason: "impl/run.mjs is missing, so there is nothing to run.",
    enabledBy: `Add ${entry.folder}/impl/run.mjs.`,
  };
}

function toDisabled(issues: readonly ContractIssue[]): Disabled | undefined {
  const first = issues.find((issue) => issue.severity === "error" && !HARMLESS.has(issue.code));
  if (!first) return undefined;
  return { reason: first.message, enabledBy: `Mend ${first.file}, line ${first.line}.` };
}

/**
 * Adds what only the folder as a whole can tell: schemas that do not compile, files that are named but missing, sensitive
 * data in a shipped root. An error disables the entry, save the lint of sensitivity, which says what to move (domain.md 5.8).
 */
export function checkEntry(entry: ScannedEntry): ScannedEntry {
  const paths = new Set(entry.files.map((file) => file.path));
  const issues = [
    ...entry.issues,
    ...findSchemaIssues(entry),
    ...findMissingFiles(entry, paths),
    ...findLayerIssues(entry),
  ];
  const disabled = findMissingProgram(entry, paths) ?? toDisabled(issues);
  return { ...entry, issues, ...(disabled ? { disabled } : {}) };
}
