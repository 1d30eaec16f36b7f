import {
  type ContractIssue,
  INTENT_TIERS,
  type JsonSchema,
  SECURITY_LEVELS,
  type TreeMetadata,
} from "#server/capability/contract";
import { createReport, type Report } from "#server/capability/contract-report";
import { compileProblem } from "#server/capability/validate-json";
import { readYaml } from "#server/capability/yaml-document";
import { findStaticTool } from "#server/tree/default-tools";
import { APPROVALS_BY_PRIORITY } from "#server/tree/derive-composed";
import { reportDynamic } from "./check-dynamic";
import type { ScannedEntry } from "./load-entry";

/** Errors that a reviewer must see but that do not keep a capability from running, a skill's text from being loaded. */
const HARMLESS = new Set(["sensitive_in_l1", "composed_schema", "composed_reference"]);

type Disabled = NonNullable<ScannedEntry["disabled"]>;

function reportSchemas({ contract }: ScannedEntry, report: Report): void {
  const { input, output } = contract.contract;
  const schemas: [string, JsonSchema | undefined][] = [
    ["input", input],
    ["output", output],
  ];
  for (const [key, schema] of schemas) {
    const problem = schema === undefined ? null : compileProblem(schema);
    if (problem === null) continue;
    const message = `The ${key} schema does not compile: ${problem}. Mend the schema; nothing can be checked against it.`;
    report(["contract", key], { code: "schema_does_not_compile", message, at: "key" });
  }
}

function reportMissingFiles({ contract }: ScannedEntry, paths: ReadonlySet<string>, report: Report): void {
  for (const [index, step] of contract.steps.entries()) {
    if (step.kind === "llm" && step.prompt !== undefined && !paths.has(step.prompt)) {
      const message = `The prompt "${step.prompt}" of the step "${step.id}" is not in the folder. Add it.`;
      report(["steps", index, "prompt"], { code: "missing_prompt", message });
    }
    const file = step.file ?? `impl/${step.id}.mjs`;
    if (contract.type === "forge" && step.kind === "code" && !paths.has(file)) {
      const message = `"${file}" of the step "${step.id}" is not in the folder. Add it.`;
      report(["steps", index, step.file === undefined ? "id" : "file"], { code: "missing_impl", message });
    }
  }
  const { cases } = contract.evidence;
  if (cases !== undefined && !paths.has(cases)) {
    const message = `The cases file "${cases}" is not in the folder.`;
    report(["evidence", "cases"], { severity: "warning", code: "missing_cases", message });
  }
}

function reportLayer({ layer, contract: { sensitivity } }: ScannedEntry, report: Report): void {
  if (layer !== "L1" || sensitivity === "public") return;
  const message = `What ships must be public, but this is ${sensitivity}. Move it to a root of your team.`;
  report(["sensitivity"], { code: "sensitive_in_l1", message });
}

/** What the place of a built-in asks for, from the least to the most: what a person should know before lowering it. */
const ASKED = [
  { path: ["routing", "min_tier"], order: INTENT_TIERS, get: ({ routing }: TreeMetadata) => routing?.min_tier },
  {
    path: ["perms", "approval_type"],
    order: APPROVALS_BY_PRIORITY,
    get: ({ perms }: TreeMetadata) => perms?.approval_type,
  },
  {
    path: ["perms", "min_security_level"],
    order: SECURITY_LEVELS,
    get: ({ perms }: TreeMetadata) => perms?.min_security_level,
  },
] as const satisfies {
  path: readonly string[];
  order: readonly string[];
  get: (tree: TreeMetadata) => string | undefined;
}[];

/** A capability in the place of a built-in may ask for less than it: sandboxed code does less. A reviewer must see that it does. */
function reportPlace({ name, contract: { tree } }: ScannedEntry, report: Report): void {
  const place = findStaticTool(name);
  if (!place) return;
  for (const { path, order, get } of ASKED) {
    const rank = (value: string | undefined) => order.findIndex((each) => each === value);
    const [own, asked] = [get(tree), get(place.metadata)];
    if (own === undefined || rank(own) >= rank(asked)) continue;
    const field = path.at(-1);
    const message = `It takes the place of the built-in ${name}, whose ${field} is ${asked}; this lowers it to ${own}. Trust it only if its code does less.`;
    report(["tree", ...path], { severity: "warning", code: "asks_less_than_place", message });
  }
}

/** A tool needs a program, unless its one llm step is all it does; then the host runs it. */
function findMissingProgram(
  entry: ScannedEntry,
  paths: ReadonlySet<string>,
): (Disabled & { code: string }) | undefined {
  const { steps, type } = entry.contract;
  if (type === "forge" && steps.length === 0) {
    const enabledBy = "Add steps to its CAPABILITY.yaml.";
    return { code: "no_steps", reason: "A forge without steps does nothing.", enabledBy };
  }
  const isPromptOnly = steps.length === 1 && steps[0]?.kind === "llm";
  if (type !== "tool" || paths.has("impl/run.mjs") || isPromptOnly) return undefined;
  return {
    code: "missing_impl",
    reason: "impl/run.mjs is missing, so there is nothing to run.",
    enabledBy: `Add ${entry.folder}/impl/run.mjs.`,
  };
}

function toDisabled(issues: readonly ContractIssue[]): Disabled | undefined {
  const first = issues.find((issue) => issue.severity === "error" && !HARMLESS.has(issue.code));
  if (!first) return undefined;
  return { reason: first.message, enabledBy: `Mend ${first.file}, line ${first.line}.` };
}

type Unplaced = Parameters<Report>;

/** Reads the text a second time for the places: of thousands of entries few have anything to tell. */
function placeAll({ source }: ScannedEntry, found: readonly Unplaced[]): ContractIssue[] {
  const issues: ContractIssue[] = [];
  const read = found.length > 0 ? readYaml(source.text, { file: source.file }) : undefined;
  if (read?.kind !== "ok") return issues;
  const report = createReport(read.document, source.file, issues);
  for (const finding of found) report(...finding);
  return issues;
}

/**
 * Adds what only the folder as a whole can tell: schemas that do not compile, files that are named but missing, sensitive
 * data in a shipped root, less asked for than the built-in in whose place it stands, a name or place of a dynamic group. An
 * error disables the entry, save the lint of sensitivity, which says what to move (domain.md 5.8).
 */
export function checkEntry(entry: ScannedEntry): ScannedEntry {
  // A skill is text: it has no schemas, no steps and no program.
  if (entry.source.file === "SKILL.md") return withDisabled(entry, undefined);
  const paths = new Set(entry.files.map((file) => file.path));
  const found: Unplaced[] = [];
  const report: Report = (...finding) => found.push(finding);
  reportSchemas(entry, report);
  reportMissingFiles(entry, paths, report);
  reportLayer(entry, report);
  reportPlace(entry, report);
  reportDynamic(entry, report);
  const program = findMissingProgram(entry, paths);
  if (program) {
    report(["name"], { code: program.code, message: `${program.reason} ${program.enabledBy}`, at: "key" });
  }
  return withDisabled({ ...entry, issues: [...entry.issues, ...placeAll(entry, found)] }, program);
}

function withDisabled(entry: ScannedEntry, program: Disabled | undefined): ScannedEntry {
  const disabled = program ? { reason: program.reason, enabledBy: program.enabledBy } : toDisabled(entry.issues);
  return disabled ? { ...entry, disabled } : entry;
}
