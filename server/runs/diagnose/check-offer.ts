import type { JsonSchema } from "#server/capability/contract";
import { isJsonObject, type JsonObject } from "#server/capability/json";
import { lintDescription } from "#server/capability/lint-description";
import { checkName, checkOfferedTool, PROVIDER_RULES, PROVIDERS } from "#server/capability/provider-rules";
import { compileProblem } from "#server/capability/validate-json";
import type { DiagnosisLine } from "./diagnosis";
import type { Subject } from "./subject";

/** What clients of MCP put before the name of a tool of this server. */
const MCP_PREFIX = "mcp_capstan_";
const SERVER_NAME = "capstan";

function isOffered({ type }: Subject): boolean {
  return type === "tool" || type === "forge";
}

const NOT_OFFERED = "Only tools and forges are offered to a provider; this is loaded or opened by name.";

/** Whether every provider takes the name, alone and behind the prefix of an MCP client (field-notes 2 A 11). */
export function checkProviderNames(subject: Subject): DiagnosisLine {
  const step = "provider_names";
  if (!isOffered(subject)) return { step, verdict: "skipped", message: NOT_OFFERED };
  const alone = PROVIDERS.flatMap((provider) =>
    checkName(subject.name, provider, PROVIDER_RULES[provider].countsServerName ? SERVER_NAME : ""),
  );
  const behindPrefix = (["openai", "anthropic"] as const).flatMap((provider) =>
    checkName(subject.name, provider, MCP_PREFIX),
  );
  const findings = [...alone, ...behindPrefix];
  const titles = PROVIDERS.map((provider) => PROVIDER_RULES[provider].title).join(", ");
  if (findings.length === 0) {
    return { step, verdict: "ok", message: `The name is legal for ${titles}, also as ${MCP_PREFIX}${subject.name}.` };
  }
  const details = [...new Set(findings.map(({ message }) => message))].map((text) => ({ text }));
  const alias = findings.find((finding) => finding.alias !== undefined)?.alias;
  const message = `${new Set(findings.map(({ provider }) => provider)).size} of ${PROVIDERS.length} providers would refuse the name.`;
  const next = alias === undefined ? "Choose a shorter name." : `Offer it as ${alias}, or rename it.`;
  return { step, verdict: "warn", message, next, details };
}

function propertiesOf(schema: JsonSchema | undefined): JsonObject {
  return isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
}

/** Parameters that a model must guess from their names alone. */
function findUndescribed(schema: JsonSchema | undefined): string[] {
  return Object.entries(propertiesOf(schema))
    .filter(([, property]) => !isJsonObject(property) || typeof property.description !== "string")
    .map(([name]) => name);
}

function findUnknownRequired(schema: JsonSchema | undefined): string[] {
  const required = isJsonObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  const known = propertiesOf(schema);
  return required.filter((name): name is string => typeof name === "string" && !Object.hasOwn(known, name));
}

/** Whether a model can fill the parameters, and every provider takes the schema. */
export function checkSchema(subject: Subject): DiagnosisLine {
  const { name, description, input } = subject;
  const step = "schema";
  if (!isOffered(subject)) return { step, verdict: "skipped", message: NOT_OFFERED };
  if (input === undefined) {
    const next = "Write contract.input: a model fills what a schema names, and nothing else.";
    return { step, verdict: "warn", message: "It has no input schema, so any object passes.", next };
  }
  const problem = compileProblem(input);
  if (problem !== null) {
    return {
      step,
      verdict: "fail",
      message: `The input schema does not compile: ${problem}.`,
      next: "Mend contract.input.",
    };
  }
  const refused = PROVIDERS.flatMap((provider) => checkOfferedTool({ name, description, input }, provider)).filter(
    ({ code }) => code !== "name_letters" && code !== "name_too_long",
  );
  const undescribed = findUndescribed(input);
  const unknown = findUnknownRequired(input);
  const details = [
    ...refused.map(({ message }) => ({ text: message })),
    ...unknown.map((key) => ({ text: `"${key}" is required and in no property.` })),
    ...undescribed.map((key) => ({ text: `"${key}" has no description.` })),
  ];
  const count = Object.keys(propertiesOf(input)).length;
  if (details.length === 0) {
    const all =
      count === 0
        ? "it takes no parameters"
        : count === 1
          ? "its parameter is described"
          : `its ${count} parameters are described`;
    return { step, verdict: "ok", message: `The schema compiles, its root is an object, and ${all}.` };
  }
  const next = "Say of each parameter what it is, its format and an example; that is all a model knows of it.";
  return {
    step,
    verdict: "warn",
    message: `The schema compiles; ${details.length === 1 ? "1 thing keeps" : `${details.length} things keep`} a model from filling it.`,
    next,
    details,
  };
}

/** Whether its words tell a model what it does and when (the extension article 3.4). */
export function checkDescription({ name, description, when }: Subject): DiagnosisLine {
  const findings = lintDescription({ name, description, when });
  const [first] = findings;
  if (!first) return { step: "description", verdict: "ok", message: "It says what it does and when, in few words." };
  const details = findings.slice(1).map(({ message }) => ({ text: message }));
  return {
    step: "description",
    verdict: first.code === "no_description" ? "fail" : "warn",
    message: first.message,
    next: first.next,
    ...(details.length > 0 ? { details } : {}),
  };
}
