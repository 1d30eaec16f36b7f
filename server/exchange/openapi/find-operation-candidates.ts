import { FRAMES_MODULE } from "#server/capability/frames-module";
import type { Built, Candidate } from "#server/exchange/candidate";
import type { ExactObject } from "#server/exchange/exact-json";
import type { ImportIssue, SkippedItem, ToolDefinition } from "#server/exchange/exchange";
import { withoutUndefined } from "#server/exchange/formats/tool-fields";
import { buildTool, type FoundCandidates } from "#server/exchange/import-tools";
import type { GivenName } from "#server/exchange/name-items";
import { describeSecurity, toDescription, toOperationName, toServer } from "./describe-request";
import { findOperations, findWebhooks, type Operation } from "./find-operations";
import { toAnswered } from "./to-answered";
import { toInput } from "./to-input";
import { createSchemaConverter } from "./to-json-schema";
import { toOutput } from "./to-output";
import { toProgram } from "./to-program";

type DocumentOrigin = { path: string; source: string };

function toIssue(code: string, message: string, severity: ImportIssue["severity"] = "info"): ImportIssue {
  return { severity, code, message };
}

type OperationFacts = { security: string[]; body: string | null; server: string; lost: ReadonlySet<string> };

function findOperationIssues({ operation, method, path }: Operation, facts: OperationFacts): ImportIssue[] {
  const { security, body, server, lost } = facts;
  const issues: ImportIssue[] = [];
  if (security.length > 0) {
    issues.push(toIssue("needs_credentials", `It needs credentials: ${security.join(", or ")}.`));
  }
  if (operation.deprecated === true)
    issues.push(toIssue("deprecated", "The document says it is deprecated.", "warning"));
  if (!toDescription({ operation, method, path, parameters: [], servers: undefined }).isOwn) {
    issues.push(toIssue("no_description", "The document describes it nowhere. Say what it does.", "warning"));
  }
  if (body !== null && !/json/i.test(body)) issues.push(toIssue("body_not_json", `Its body is sent as ${body}.`));
  if (operation.callbacks !== undefined) {
    issues.push(toIssue("callbacks", "It makes the API call back; those calls are not part of the tool."));
  }
  if (!/^https?:/.test(server)) {
    issues.push(toIssue("no_server", "The document names no whole address of a server to send it to."));
  }
  for (const reference of lost) {
    const message = `"${reference}" is not in the document; what it stands for accepts anything.`;
    issues.push(toIssue("lost_reference", message, "warning"));
  }
  return issues;
}

type OperationParts = { definition: ToolDefinition; kept: ExactObject; issues: ImportIssue[]; program: string | null };

/** Everything about an operation but its name here: the tool, how its request is written, and what to look at. */
function toParts(root: ExactObject, operation: Operation): OperationParts {
  const inputs = createSchemaConverter(root);
  const outputs = createSchemaConverter(root);
  const { schema, sent, body } = toInput(root, operation, inputs);
  const answer = toOutput(root, operation.operation, outputs);
  const security = describeSecurity(root, operation);
  const server = toServer(root, operation.servers);
  const made = toProgram({ operation, sent, body, security, server });
  const output = "program" in made ? toAnswered(answer) : answer;
  const { method, path } = operation;
  const request = withoutUndefined([
    ["method", method.toUpperCase()],
    ["path", path],
    ["server", server],
    ["parameters", sent],
    ["body", body ?? undefined],
  ]);
  const lost = new Set([...inputs.lost, ...outputs.lost]);
  return {
    definition: {
      name: toOperationName(operation),
      description: toDescription(operation).text,
      input: schema,
      kept: {},
      ...(output === undefined ? {} : { output }),
      ...("program" in made ? { requires: ["http_client"] } : {}),
    },
    kept: withoutUndefined([
      ["request", request],
      ["security", security.length === 0 ? undefined : security],
    ]),
    issues: [...findOperationIssues(operation, { security, body, server, lost }), toProgramIssue(made, server)],
    program: "program" in made ? made.program : null,
  };
}

function toProgramIssue(made: ReturnType<typeof toProgram>, server: string): ImportIssue {
  if ("obstacle" in made) return toIssue("no_program", `It comes without a program: ${made.obstacle}.`);
  const { host } = new URL(server);
  return toIssue("program", `It comes with a program that asks ${host}; a person must list that host in Settings.`);
}

function buildOperation(
  root: ExactObject,
  operation: Operation,
  from: { origin: DocumentOrigin; given: GivenName },
): Built {
  const { definition, kept, issues, program } = toParts(root, operation);
  const origin = { format: "openapi" as const, source: from.origin.source, kept };
  const whole = buildTool(definition, origin, from.given);
  const { output, ...rest } = definition;
  const built = whole.kind === "ok" || output === undefined ? whole : buildTool(rest, origin, from.given);
  if (built.kind === "skipped") return built;
  if (built !== whole) {
    issues.push(toIssue("output_left_out", "Its output schema is too large for a contract and was left out."));
  }
  const programFiles = [
    { path: "impl/run.mjs", text: program ?? "" },
    { path: "impl/frames.mjs", text: FRAMES_MODULE },
  ];
  const files = program === null ? built.files : [...built.files, ...programFiles];
  return { ...built, files, issues: [...built.issues, ...issues] };
}

function toWebhookSkip(path: string, name: string): SkippedItem {
  const reason = "A webhook is a call that the API makes to you, so no tool can make it.";
  return { key: `${path}#webhook ${name}`, place: `webhook ${name}`, name, code: "webhook", reason };
}

/** One candidate for each operation of an OpenAPI document; its webhooks are skipped by name. */
export function findOperationCandidates(root: ExactObject, origin: DocumentOrigin): FoundCandidates {
  const prefix = origin.path === "" ? "" : `${origin.path}, `;
  const candidates = findOperations(root).map((operation): Candidate => {
    const call = `${operation.method.toUpperCase()} ${operation.path}`;
    return {
      key: `${origin.path}#${call}`,
      place: `${prefix}${call}`,
      source: origin.source,
      originalName: toOperationName(operation),
      format: "openapi",
      description: toDescription(operation).text,
      build: (given) => buildOperation(root, operation, { origin, given }),
    };
  });
  return { candidates, skipped: findWebhooks(root).map((name) => toWebhookSkip(origin.path, name)) };
}
