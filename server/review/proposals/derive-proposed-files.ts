import type { CapabilityFiles, TreeMetadata } from "#server/capability/contract";
import { isJsonObject, type JsonValue, jsonObjectSchema } from "#server/capability/json";
import { AppError } from "#server/errors";
import { toScaffold } from "#server/review/scaffold/to-scaffold";
import type { Proposal } from "#server/tools/meta/proposal";
import { patchYaml, type YamlChange } from "./patch-yaml";

type Register = Extract<Proposal, { action: "propose_register" }>;
type Change = Exclude<Proposal, Register>;

const CONTRACT = "CAPABILITY.yaml";
const SKILL = "SKILL.md";
const FRONTMATTER = /^(---[ \t]*\r?\n)([\s\S]*?)(---[ \t]*(?:\r?\n[\s\S]*)?)$/;

/** Fields that a SKILL.md has a place for in its frontmatter (domain.md 2.8). */
const SKILL_FIELDS: ReadonlyMap<string, YamlChange["path"]> = new Map([
  ["description", ["description"]],
  ["tree.routing.min_tier", ["metadata", "min_tier"]],
  ["tree.perms.approval_type", ["metadata", "approval_type"]],
  ["tools", ["tools"]],
]);

/** What a new capability gets where the model names nothing else (domain.md 2.7). A sub-agent takes no skill. */
function toDefaults({ name, kind }: Register): TreeMetadata {
  return {
    runtime: { owner: "attempt_runner", enabled_when: "always" },
    prompt: { summary: `${name} ${kind}` },
    routing: { min_tier: "task_write" },
    perms: { min_security_level: "allowlist", file_access: "none", approval_type: "none", scope_check: "none" },
    skills: { bindable: kind === "tool" },
  };
}

/** Each field by itself, so that what is not named keeps its value and its line. */
function toFields(path: YamlChange["path"], value: JsonValue): YamlChange[] {
  if (!isJsonObject(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([key, field]) => toFields([...path, key], field));
}

function toTreeChanges(metadata: TreeMetadata): YamlChange[] {
  return toFields(["tree"], jsonObjectSchema.parse(metadata));
}

function toChanges(proposal: Change): YamlChange[] {
  switch (proposal.action) {
    case "propose_update": {
      const { description, when, metadata, remove } = proposal;
      return [
        ...(description === undefined ? [] : [{ path: ["description"] as const, value: description }]),
        ...(when === undefined ? [] : [{ path: ["when"] as const, value: when }]),
        ...toTreeChanges(metadata),
        ...remove.map((field): YamlChange => ({ path: ["tree", ...field.split(".")], value: undefined })),
      ];
    }
    case "propose_routing": {
      const { min_tier, exclude_from, intent_keywords, intent_priority } = proposal;
      const routing = { min_tier, exclude_from, intent_keywords, intent_priority };
      const named = Object.entries(routing).filter(([, value]) => value !== undefined);
      return toTreeChanges({ routing: Object.fromEntries(named) });
    }
    case "propose_binding":
      return [{ path: ["tools"], value: proposal.tool }];
  }
}

function toText(files: CapabilityFiles, path: string): string | undefined {
  const bytes = files.get(path);
  return bytes && Buffer.from(bytes).toString("utf8");
}

function patchSkill(text: string, changes: readonly YamlChange[]): string {
  const [, open, yaml, rest] = FRONTMATTER.exec(text) ?? [];
  if (open === undefined || yaml === undefined || rest === undefined) {
    throw new AppError("conflict", "Its SKILL.md has no frontmatter that could be changed.", {
      next: "A person can add one in the editor.",
    });
  }
  const moved = changes.map(({ path, value }) => {
    const field = path.join(".");
    const place = SKILL_FIELDS.get(field);
    if (place) return { path: place, value };
    throw new AppError("bad_input", `A SKILL.md has no place for ${field}.`, {
      next: `It carries ${[...SKILL_FIELDS.keys()].join(", ")}.`,
    });
  });
  return open + patchYaml(yaml, moved) + rest;
}

/** The files of a capability as the proposal would have them. Throws bad_input, conflict for what no program can change. */
export function deriveChangedFiles(files: CapabilityFiles, proposal: Change): CapabilityFiles {
  const contract = toText(files, CONTRACT);
  const skill = toText(files, SKILL);
  if (proposal.action === "propose_binding" && (skill === undefined || contract !== undefined)) {
    throw new AppError("bad_input", `${proposal.skill} has no SKILL.md that could be bound to a tool.`);
  }
  const changes = toChanges(proposal);
  if (contract !== undefined) return new Map([...files, [CONTRACT, Buffer.from(patchYaml(contract, changes))]]);
  if (skill !== undefined) return new Map([...files, [SKILL, Buffer.from(patchSkill(skill, changes))]]);
  throw new AppError("conflict", "It has neither a CAPABILITY.yaml nor a SKILL.md that could be changed.");
}

/** The files of a capability that a model proposes and nobody has: the scaffold, with its place and dimensions. */
export function deriveNewFiles(proposal: Register): CapabilityFiles {
  const { name, kind, parent, metadata } = proposal;
  const description = proposal.description ?? metadata.prompt?.summary ?? `${name} ${kind}.`;
  const scaffold = toScaffold({ name, type: kind === "tool" ? "tool" : "focus_mode", description });
  const changes: YamlChange[] = [
    { path: ["tree", "group"], value: parent },
    ...toTreeChanges(toDefaults(proposal)),
    ...toTreeChanges(metadata),
  ];
  return new Map(
    scaffold.map(({ path, text }) => [path, Buffer.from(path === CONTRACT ? patchYaml(text, changes) : text)]),
  );
}
