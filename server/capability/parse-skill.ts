import { composeSkill } from "./compose-skill";
import { CAPABILITY_NAME, type Contract, type ContractIssue, contractSchema } from "./contract";
import { createReport, type Report } from "./contract-report";
import { findQuotingFixes } from "./find-quoting-fixes";
import { isJsonObject, type JsonObject } from "./json";
import { readSkillTerms, type SkillTerms } from "./skill-terms";
import { type ReadYaml, readYaml } from "./yaml-document";

export type ParsedSkill =
  | { kind: "ok"; contract: Contract; body: string; issues: ContractIssue[] }
  | { kind: "broken"; issues: ContractIssue[]; partial: { name?: string; description?: string } };

const DESCRIPTION_CHARACTERS_MAX = 1_024;
const FRONTMATTER = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\r?\n|$)/;

type Frontmatter = { yaml: string; body: string };

function splitFrontmatter(text: string): Frontmatter | null {
  const match = FRONTMATTER.exec(text);
  return match ? { yaml: match[1] ?? "", body: text.slice(match[0].length).trim() } : null;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Tree data that a SKILL.md may carry in its metadata, also in the older form under `crabclaw` (domain.md 2.8). */
function toTree({ group, treeId, minTier, approvalType }: SkillTerms): JsonObject {
  const place = group ?? treeId?.split("/").slice(0, -1).join("/");
  return {
    ...(place ? { group: place } : {}),
    ...(minTier ? { routing: { min_tier: minTier } } : {}),
    ...(approvalType ? { perms: { approval_type: approvalType } } : {}),
  };
}

function toName(frontmatter: JsonObject, folder: string | undefined, report: Report): string | undefined {
  const name = textOf(frontmatter.name);
  const severity = "warning";
  if (name !== undefined && CAPABILITY_NAME.test(name)) {
    if (folder !== undefined && folder !== name) {
      const message = `The name "${name}" differs from its folder "${folder}"; the name counts.`;
      report(["name"], { severity, code: "name_differs", message, fix: folder });
    }
    return name;
  }
  const reason = name === undefined ? "It has no name" : `"${name}" is not a name`;
  if (folder !== undefined && CAPABILITY_NAME.test(folder)) {
    const message = `${reason}; its folder's name "${folder}" is used. Names are lower-case letters, digits and hyphens, at most 64.`;
    report(["name"], { severity, code: "skill_name", message, fix: name === undefined ? `name: ${folder}` : folder });
    return folder;
  }
  const message = `${reason}. Add one of lower-case letters, digits and hyphens, at most 64.`;
  report(["name"], { code: "skill_name", message });
  return undefined;
}

function toDescription(frontmatter: JsonObject, report: Report): string {
  const description = textOf(frontmatter.description)?.trim() ?? "";
  if (description === "") {
    const message = "Without a description no search and no model will find it. Say what it does and when to use it.";
    report(["description"], { severity: "warning", code: "no_description", message });
  } else if (description.length > DESCRIPTION_CHARACTERS_MAX) {
    const message = `The description has ${description.length} characters; agents that follow the Agent Skills format read ${DESCRIPTION_CHARACTERS_MAX}.`;
    report(["description"], { severity: "warning", code: "long_description", message });
  }
  return description;
}

function readFrontmatter(text: string, file: string): { kind: "ok"; body: string; read: ReadYaml } | { kind: "none" } {
  const parts = splitFrontmatter(text);
  if (!parts) return { kind: "none" };
  const source = { file, lineOffset: 1 };
  const read = readYaml(parts.yaml, source);
  if (read.kind === "ok") return { kind: "ok", body: parts.body, read };
  const issues = findQuotingFixes(parts.yaml, source) ?? read.issues;
  return { kind: "ok", body: parts.body, read: { kind: "broken", issues } };
}

/**
 * Parses a `SKILL.md` (domain.md 1.18 and 4; field-notes T11, T12): frontmatter between two `---` lines, then the body
 * that a loop loads. Lenient: a missing or odd name falls back to the folder's with a warning, unknown keys are kept as
 * they are. `broken` when there is no frontmatter or YAML refuses it; then every issue names the place, and where quotes
 * would mend it `fix` is the text that replaces the marked stretch. Never throws.
 */
export function parseSkill(text: string, file: string, folderName?: string): ParsedSkill {
  const found = readFrontmatter(text.replace(/^\uFEFF/, ""), file);
  const issues: ContractIssue[] = [];
  const top = { file, path: "", line: 1, column: 1, endLine: 1, endColumn: 1 };
  if (found.kind === "none") {
    const message =
      "It has no frontmatter. A skill begins with a line `---`, then name and description, then a line `---`.";
    return { kind: "broken", issues: [{ severity: "error", code: "no_frontmatter", message, ...top }], partial: {} };
  }
  if (found.read.kind === "broken") return { kind: "broken", issues: found.read.issues, partial: {} };
  const { document } = found.read;
  const report = createReport(document, file, issues);
  const frontmatter = document.value;
  if (!isJsonObject(frontmatter)) {
    report([], { code: "not_a_map", message: "The frontmatter must hold keys and values, such as `name: my-skill`." });
    return { kind: "broken", issues, partial: {} };
  }
  const name = toName(frontmatter, folderName, report);
  const description = toDescription(frontmatter, report);
  if (name === undefined) return { kind: "broken", issues, partial: { description } };
  const metadata = isJsonObject(frontmatter.metadata) ? frontmatter.metadata : {};
  const own = Object.fromEntries(Object.entries(frontmatter).filter(([key]) => !(key in contractSchema.shape)));
  const contract = contractSchema.parse({
    ...own,
    name,
    description,
    when: textOf(frontmatter.when) ?? "",
    version: textOf(frontmatter.version ?? metadata.version) ?? "0.0.0",
    type: "skill",
    tree: toTree(readSkillTerms(frontmatter, report)),
  });
  const skill: Contract = { ...contract, type: "skill" };
  composeSkill(skill, report);
  return { kind: "ok", contract: skill, body: found.body, issues };
}
