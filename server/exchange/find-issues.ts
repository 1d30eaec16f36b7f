import type { JsonSchema } from "#server/capability/contract";
import { findConcealed } from "#server/capability/find-concealed";
import { checkOfferedTool, PROVIDERS } from "#server/capability/provider-rules";
import { compileProblem } from "#server/capability/validate-json";
import { toJsonText, toJsonValue } from "./exact-json";
import type { ExactSchema, ImportIssue, ImportItem, ToolDefinition } from "./exchange";
import { findOrder } from "./find-orders";

/** The schema for readers that know JSON values only. */
export function toJsonSchema(schema: ExactSchema): JsonSchema {
  const value = toJsonValue(schema);
  return typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value))
    ? value
    : {};
}

/** Characters that a reader of `text` does not see, as one issue that quotes the first of them. */
function findConcealedIssue(what: string, text: string): ImportIssue[] {
  const runs = findConcealed(text);
  const [first] = runs;
  if (!first) return [];
  const spelled = first.spelled === undefined ? "" : `, which spells "${first.spelled}"`;
  const message = `${what} holds characters that a reader does not see, in ${runs.length} places: ${first.codes.slice(0, 5).join(" ")}${spelled}.`;
  return [{ severity: "warning", code: "concealed", message }];
}

/** What a person should read twice in a description, before a model reads it. */
export function findTextIssues(description: string): ImportIssue[] {
  const order = findOrder(description);
  return [
    ...findConcealedIssue("The description", description),
    ...(order === undefined
      ? []
      : [
          {
            severity: "info" as const,
            code: "orders_the_model",
            message: `The description gives orders to the model that reads it: "${order}". Read it before you trust it.`,
          },
        ]),
  ];
}

/**
 * Characters of an output schema that are compiled here. Larger ones (an API's whole answer, 2 ms a page of schema) are
 * judged by the registry once the draft is there; GitHub's 1,223 operations would take a minute (2026-11, two cores).
 */
const COMPILED_OUTPUT_MAX = 16_384;

function findSchemaIssues({ input, output }: ToolDefinition): ImportIssue[] {
  const issues: ImportIssue[] = [];
  for (const [key, schema] of [
    ["input", input],
    ["output", output],
  ] as const) {
    if (schema === undefined) continue;
    const text = toJsonText(schema);
    issues.push(...findConcealedIssue(`The ${key} schema`, text));
    if (key === "output" && text.length > COMPILED_OUTPUT_MAX) continue;
    const problem = compileProblem(toJsonSchema(schema));
    if (problem === null) continue;
    const message = `The ${key} schema does not compile: ${problem}.`;
    issues.push({ severity: "error", code: "schema_does_not_compile", message });
  }
  return issues;
}

/** What each provider would refuse; one issue for all that say the same. */
function findProviderIssues(name: string, { input, description }: ToolDefinition): ImportIssue[] {
  const messages = new Map<string, string>();
  for (const provider of PROVIDERS) {
    const tool = { name, input: input === undefined ? undefined : toJsonSchema(input) };
    for (const finding of checkOfferedTool(description === undefined ? tool : { ...tool, description }, provider)) {
      if (!messages.has(finding.message)) messages.set(finding.message, finding.code);
    }
  }
  return [...messages].map(([message, code]) => ({ severity: "info", code: `provider_${code}`, message }));
}

/** All that is worth a look about one tool, the worst first, and why it could not run even with a program. */
export function findToolIssues(name: string, definition: ToolDefinition): Pick<ImportItem, "issues" | "disabled"> {
  const issues: ImportIssue[] = [];
  if (definition.input === undefined) {
    const message = "It has no input schema, so nobody knows what to send.";
    issues.push({ severity: "error", code: "no_input_schema", message });
  }
  if ((definition.description ?? "").trim() === "") {
    const message = "Without a description no search and no model will find it.";
    issues.push({ severity: "warning", code: "no_description", message });
  }
  issues.push(
    ...findConcealedIssue("The name", definition.name),
    ...findSchemaIssues(definition),
    ...findTextIssues(definition.description ?? ""),
    ...findProviderIssues(name, definition),
  );
  const error = issues.find(({ severity }) => severity === "error");
  if (!error) return { issues };
  return { issues, disabled: { reason: error.message, enabledBy: "Write contract.input in its CAPABILITY.yaml." } };
}
