import type { CapabilityType } from "#server/capability/contract";
import { checkName, checkOfferedTool, PROVIDER_RULES, type ProviderFinding } from "#server/capability/provider-rules";
import { type ReadContract, readContractText } from "./contract-file";
import { type ExactObject, toJsonText } from "./exact-json";
import { type ExportFormat, FORMAT_TITLES, type TextFile, type ToolDefinition } from "./exchange";
import { toJsonSchema } from "./find-issues";
import type { ToolFormat } from "./formats/tool-format";
import { getToolFormat } from "./formats/tool-formats";

/** A capability with the text files of its folder. */
export type ExportSource = { name: string; type: CapabilityType; files: readonly TextFile[] };

/** One capability that is not in the export, by the rule that keeps it out. */
export type LeftOut = { name: string; code: string; reason: string };

export type ExportReport = {
  format: ExportFormat;
  /** The files to write: one JSON document for the tool formats, a folder a skill for SKILL.md. */
  files: TextFile[];
  /** Names as they stand in the export, beside the capability's own. */
  exported: { name: string; as: string }[];
  leftOut: LeftOut[];
  /** What an exported capability loses on the way, and limits that the list as a whole breaks. */
  notes: string[];
};

type Tool = { name: string; as: string; raw: ExactObject; notes: string[] };

/** The name a tool had where it came from, as long as it was not renamed here, the format takes it and nobody has it. */
function chooseName(contract: ReadContract, format: ToolFormat, taken: ReadonlySet<string>): string {
  const { origin, definition } = contract;
  const original = origin?.alias === definition.name ? origin.name : undefined;
  if (original === undefined || taken.has(original)) return definition.name;
  const isLegal = format.provider === null || checkName(original, format.provider).length === 0;
  return isLegal ? original : definition.name;
}

/** Descriptions that are too long are cut by some servers of a provider and refused by others; the rest is always refused. */
function isRefused({ code }: ProviderFinding): boolean {
  return code !== "description_too_long";
}

function findFindings(definition: ToolDefinition, format: ToolFormat): ProviderFinding[] {
  if (format.provider === null) return [];
  const { name, description, input } = definition;
  const tool = { name, input: input === undefined ? undefined : toJsonSchema(input) };
  return checkOfferedTool(description === undefined ? tool : { ...tool, description }, format.provider);
}

function findLosses({ definition, origin }: ReadContract, format: ToolFormat): string[] {
  const title = FORMAT_TITLES[format.id];
  const kept = origin && origin.format !== format.id ? Object.keys(origin.kept ?? {}) : [];
  const own = [
    ...(definition.output !== undefined && !format.hasOutput ? ["the output schema"] : []),
    ...(definition.title !== undefined && !format.hasTitle ? ["the title"] : []),
    ...kept,
  ];
  return own.length === 0 ? [] : [`${definition.name}: ${title} has no place for ${own.join(", ")}.`];
}

function toDefinition(contract: ReadContract, format: ToolFormat, name: string): ToolDefinition {
  const { origin, definition } = contract;
  const isSame = origin?.format === format.id;
  // A contract written here without an input schema takes anything; one that came without has lost it somewhere.
  const input = definition.input ?? (origin === null ? { type: "object" } : undefined);
  return {
    ...definition,
    name,
    ...(input === undefined ? {} : { input }),
    kept: isSame ? (origin.kept ?? {}) : {},
    ...(isSame && origin.form !== undefined ? { form: origin.form } : {}),
  };
}

function exportTool(source: ExportSource, format: ToolFormat, taken: ReadonlySet<string>): Tool | LeftOut {
  const { name, type, files } = source;
  if (type === "skill" || type === "focus_mode") {
    const what = type === "skill" ? "A skill is text for the prompt" : "A focus mode is a loop";
    return { name, code: "not_a_tool", reason: `${what}, not a tool with a schema.` };
  }
  const text = files.find(({ path }) => path === "CAPABILITY.yaml")?.text;
  const contract = text === undefined ? null : readContractText(text);
  if (!contract) return { name, code: "broken", reason: "Its CAPABILITY.yaml cannot be read." };
  const definition = toDefinition(contract, format, chooseName(contract, format, taken));
  if (definition.input === undefined && format.requiresInput) {
    return {
      name,
      code: "no_input_schema",
      reason: `It has no input schema, and ${FORMAT_TITLES[format.id]} requires one.`,
    };
  }
  const findings = findFindings(definition, format);
  const refusal = findings.find(isRefused);
  if (refusal) return { name, code: refusal.code, reason: refusal.message };
  const notes = [...findings.map(({ message }) => `${name}: ${message}`), ...findLosses(contract, format)];
  return { name, as: definition.name, raw: format.write(definition), notes };
}

function exportTools(sources: readonly ExportSource[], format: ToolFormat): ExportReport {
  const tools: Tool[] = [];
  const leftOut: LeftOut[] = [];
  const taken = new Set<string>();
  for (const source of sources) {
    const made = exportTool(source, format, taken);
    if (!("raw" in made)) {
      leftOut.push(made);
      continue;
    }
    tools.push(made);
    taken.add(made.as);
  }
  const notes = tools.flatMap((tool) => tool.notes);
  const rule = format.provider && PROVIDER_RULES[format.provider];
  if (rule?.toolsMax !== undefined && tools.length > rule.toolsMax) {
    notes.push(`${tools.length} tools are in the list; ${rule.title} takes at most ${rule.toolsMax} in one request.`);
  }
  const text = `${toJsonText(format.writeAll(tools.map(({ as, raw }) => ({ name: as, raw }))))}\n`;
  return {
    format: format.id,
    files: [{ path: `capstan.${format.id}.json`, text }],
    exported: tools.map(({ name, as }) => ({ name, as })),
    leftOut,
    notes,
  };
}

function exportSkills(sources: readonly ExportSource[]): ExportReport {
  const isSkill = ({ type, files }: ExportSource) => type === "skill" && files.some(({ path }) => path === "SKILL.md");
  const skills = sources.filter(isSkill);
  const reason = "Only a skill with a SKILL.md is one; a tool has a schema and a program.";
  return {
    format: "skill",
    files: skills.flatMap(({ name, files }) => files.map(({ path, text }) => ({ path: `${name}/${path}`, text }))),
    exported: skills.map(({ name }) => ({ name, as: name })),
    leftOut: sources.filter((source) => !isSkill(source)).map(({ name }) => ({ name, code: "not_a_skill", reason })),
    notes: [],
  };
}

/**
 * Exports capabilities in one format. What was imported from that format gets its own name, keys and digits back; `when` is
 * written after the description, where an import finds it again. A tool that the format's provider would refuse is left out
 * with the rule that says so, since one such tool makes a whole request fail (field-notes T4). Never throws.
 */
export function exportCapabilities(sources: readonly ExportSource[], format: ExportFormat): ExportReport {
  return format === "skill" ? exportSkills(sources) : exportTools(sources, getToolFormat(format));
}
