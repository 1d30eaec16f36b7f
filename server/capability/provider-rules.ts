import { createHash } from "node:crypto";
import type { JsonSchema } from "./contract";
import { isJsonObject, type JsonObject } from "./json";

/**
 * What each provider of models, protocol or client demands of a tool before it accepts it: one list for lint, diagnose,
 * health, import and export. Where each figure comes from:
 * - openai: names of a-z, A-Z, 0-9, _ and -, at most 64 (API reference, FunctionDefinition); 128 tools a request
 *   ("Invalid 'tools': array too long. Expected an array with maximum length 128", zed-industries/zed#42393); 1,024
 *   characters of description ("string_above_max_length", getsentry/sentry-mcp#106); the root schema must be an object
 *   and no union (anomalyco/opencode#35516).
 * - anthropic: names of the same letters, at most 64 by its documentation (its API now answers with a pattern of 128,
 *   github/copilot-cli#1879); "input_schema does not support oneOf, allOf, or anyOf at the top level"
 *   (anthropics/claude-code#27337); property names of letters, digits, _, . and -, at most 64
 *   (diegosouzapw/OmniRoute#13552, which quotes the documentation).
 * - gemini: names begin with a letter or _, then letters, digits, _, ., : and -, at most 64 (java-genai,
 *   FunctionDeclaration; an earlier Vertex reference knows no colon, so it is left out here).
 * - mcp: names of 1 to 128 letters, digits, _, - and . (specification 2026-07-28, server/tools); inputSchema is an object.
 * - cursor: the server's name, a colon and the tool's name at most 60 characters together; longer ones are filtered out
 *   without a word (ComposioHQ/composio#2788).
 */
export const PROVIDERS = ["openai", "anthropic", "gemini", "mcp", "cursor"] as const;
export type Provider = (typeof PROVIDERS)[number];

export type ProviderRule = {
  /** What a person calls it. */
  title: string;
  namePattern: RegExp;
  /** The pattern in words, to stand after "Names are made of". */
  nameLetters: string;
  nameLengthMax: number;
  /** `object`: the root must say `type: object`. `plain_object`: and be no union of several schemas. */
  rootSchema: "object" | "plain_object";
  propertyNamePattern?: RegExp;
  descriptionLengthMax?: number;
  toolsMax?: number;
  /** True when the server's name counts towards `nameLengthMax`. */
  countsServerName?: boolean;
};

export const PROVIDER_RULES: Readonly<Record<Provider, ProviderRule>> = {
  openai: {
    title: "OpenAI",
    namePattern: /^[A-Za-z0-9_-]+$/,
    nameLetters: "letters, digits, _ and -",
    nameLengthMax: 64,
    rootSchema: "plain_object",
    descriptionLengthMax: 1_024,
    toolsMax: 128,
  },
  anthropic: {
    title: "Anthropic",
    namePattern: /^[A-Za-z0-9_-]+$/,
    nameLetters: "letters, digits, _ and -",
    nameLengthMax: 64,
    rootSchema: "plain_object",
    propertyNamePattern: /^[A-Za-z0-9_.-]{1,64}$/,
  },
  gemini: {
    title: "Gemini",
    namePattern: /^[A-Za-z_][A-Za-z0-9_.-]*$/,
    nameLetters: "letters, digits, _, . and -, and begin with a letter or _",
    nameLengthMax: 64,
    rootSchema: "object",
  },
  mcp: {
    title: "MCP",
    namePattern: /^[A-Za-z0-9_.-]+$/,
    nameLetters: "letters, digits, _, - and .",
    nameLengthMax: 128,
    rootSchema: "object",
  },
  cursor: {
    title: "Cursor",
    namePattern: /^[A-Za-z0-9_.-]+$/,
    nameLetters: "letters, digits, _, - and .",
    nameLengthMax: 60,
    rootSchema: "object",
    countsServerName: true,
  },
};

/** One rule of one provider that a tool breaks. `alias` is the name it could be offered under instead. */
export type ProviderFinding = {
  provider: Provider;
  code: "name_letters" | "name_too_long" | "root_schema" | "property_name" | "description_too_long";
  message: string;
  alias?: string;
};

/** A tool as a provider sees it. `prefix`: what the caller puts before the name, such as the name of an MCP server. */
export type OfferedTool = { name: string; description?: string; input?: JsonSchema | undefined; prefix?: string };

/** The characters that count towards a provider's limit: an MCP client joins server and tool by one more. */
function lengthOf(name: string, rule: ProviderRule, prefix: string): number {
  if (prefix === "") return name.length;
  return prefix.length + name.length + (rule.countsServerName ? 1 : 0);
}

/** Checks a name, with what stands before it, against one provider's rule (field-notes 2 A 11: length *after* prefix). */
export function checkName(name: string, provider: Provider, prefix = ""): ProviderFinding[] {
  const rule = PROVIDER_RULES[provider];
  const findings: ProviderFinding[] = [];
  const length = lengthOf(name, rule, prefix);
  const lengthMax = Math.max(ALIAS_LENGTH_MIN, rule.nameLengthMax - (length - name.length));
  const plain = toAlias(name, { lengthMax });
  const alias = rule.namePattern.test(prefix + plain) ? plain : toAlias(`tool_${name}`, { lengthMax });
  if (!rule.namePattern.test(prefix + name)) {
    const message = `"${prefix}${name}" is no name for ${rule.title}: names are made of ${rule.nameLetters}.`;
    findings.push({ provider, code: "name_letters", message, alias });
  }
  if (length > rule.nameLengthMax) {
    const whole = prefix === "" ? `"${name}" has` : `With "${prefix}" before it, "${name}" has`;
    const message = `${whole} ${length} characters; ${rule.title} takes at most ${rule.nameLengthMax}.`;
    findings.push({ provider, code: "name_too_long", message, alias });
  }
  return findings;
}

const UNIONS = ["oneOf", "anyOf", "allOf"] as const;

/** What is wrong with a root schema in one provider's eyes; undefined when nothing is. */
function findRootMistake(input: JsonSchema | undefined, rule: ProviderRule): string | undefined {
  if (input === undefined || input === true) return undefined;
  if (!isJsonObject(input)) return `${rule.title} needs an object as the root of the input schema; here it is false.`;
  const union = UNIONS.find((keyword) => Object.hasOwn(input, keyword));
  if (rule.rootSchema === "plain_object" && union !== undefined) {
    return `${rule.title} takes no ${union} at the root of the input schema. Put the variants under one property, or make a tool of each.`;
  }
  if (input.type === "object" || (union !== undefined && input.type === undefined)) return undefined;
  return `${rule.title} needs type: object at the root of the input schema; here it is ${JSON.stringify(input.type ?? null)}.`;
}

function propertiesOf(input: JsonSchema | undefined): JsonObject {
  return isJsonObject(input) && isJsonObject(input.properties) ? input.properties : {};
}

/**
 * All that one provider would refuse about one tool: its name, its root schema (a union at the root makes whole requests
 * fail), the names of its properties, the length of its description. Empty when it takes the tool as it is.
 */
export function checkOfferedTool(tool: OfferedTool, provider: Provider): ProviderFinding[] {
  const rule = PROVIDER_RULES[provider];
  const findings = checkName(tool.name, provider, tool.prefix);
  const root = findRootMistake(tool.input, rule);
  if (root !== undefined) findings.push({ provider, code: "root_schema", message: root });
  for (const key of Object.keys(propertiesOf(tool.input))) {
    if (rule.propertyNamePattern?.test(key) ?? true) continue;
    const message = `The property "${key}" has no name for ${rule.title}: letters, digits, _, . and -, at most 64.`;
    findings.push({ provider, code: "property_name", message });
  }
  const length = tool.description?.length ?? 0;
  if (rule.descriptionLengthMax !== undefined && length > rule.descriptionLengthMax) {
    const message = `The description has ${length} characters; ${rule.title} takes at most ${rule.descriptionLengthMax}.`;
    findings.push({ provider, code: "description_too_long", message });
  }
  return findings;
}

const HASH_LENGTH = 6;
/** Room for one letter, an underscore and the hash. */
const ALIAS_LENGTH_MIN = HASH_LENGTH + 2;

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
}

/**
 * The words of a name in the letters that every provider and every contract takes: `addPerson` is `add_person`,
 * `API-post/page` is `api-post_page`. Empty when nothing is left.
 */
function toLegalLetters(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1_$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, "_")
    .replace(/^[_-]+|[_-]+$/g, "");
}

export type AliasOptions = {
  /** Characters, at least 8. */
  lengthMax: number;
  /** Names that are given already. */
  taken?: ReadonlySet<string>;
};

/**
 * A name for `name` that every provider and every contract takes (`CAPABILITY_NAME`), at most `lengthMax` long and none
 * of `taken`. A legal name stays as it is. One that is too long or taken is cut and ends in six digits of the hash of the
 * whole, so that the same name gets the same alias in every list, and long names with one beginning stay apart.
 */
export function toAlias(name: string, { lengthMax, taken }: AliasOptions): string {
  const legal = toLegalLetters(name);
  if (legal !== "" && legal.length <= lengthMax && !taken?.has(legal)) return legal;
  const kept = (legal === "" ? "tool" : legal).slice(0, lengthMax - HASH_LENGTH - 1).replace(/[_-]+$/, "");
  for (let attempt = 1; ; attempt += 1) {
    const alias = `${kept}_${hashOf(attempt === 1 ? name : `${name}#${attempt}`)}`;
    if (!taken?.has(alias)) return alias;
  }
}
