import { APPROVAL_TYPES, type ApprovalType, type Contract, INTENT_TIERS, type IntentTier } from "./contract";
import type { Report } from "./contract-report";
import { isJsonObject } from "./json";
import type { PathPart } from "./yaml-document";

/** What a SKILL.md says beside its text: which tool it explains, who may load it, what it needs (domain.md 2.8). */
export type SkillTerms = {
  /** Names of tools it binds itself to. */
  tools: readonly string[];
  /** Id of the node it is about, such as "fs/read_file". */
  treeId: string | undefined;
  group: string | undefined;
  minTier: IntentTier | undefined;
  approvalType: ApprovalType | undefined;
  /** False: a person who names it in a message does not load it. */
  isUserInvocable: boolean;
  /** False: it stands in no prompt and no search of a loop; a person may still name it. */
  isModelInvocable: boolean;
  /** Programs on the PATH, environment variables and settings without which it is of no use. */
  requires: { bins: readonly string[]; env: readonly string[]; config: readonly string[] };
};

/** Keys and values as they were parsed. */
type Frontmatter = Readonly<Record<string, unknown>>;

type Place = { report: Report | undefined; path: PathPart[] };

function warn({ report, path }: Place, message: string): void {
  report?.(path, { severity: "warning", code: "skill_terms", message });
}

/** Names out of a text with commas or a list; anything else counts as none, with a warning. */
function toNames(value: unknown, place: Place): string[] {
  if (value === undefined || value === null) return [];
  const parts = typeof value === "string" ? value.split(",") : value;
  if (Array.isArray(parts) && parts.every((part): part is string => typeof part === "string")) {
    return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
  }
  warn(place, `"${place.path.join(".")}" must be a name, names with commas between them, or a list of names.`);
  return [];
}

function toFlag(value: unknown, fallback: boolean, place: Place): boolean {
  if (value === undefined || value === null) return fallback;
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  warn(place, `"${place.path.join(".")}" is true or false; this value counts as ${fallback}.`);
  return fallback;
}

function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function toChoice<Choice extends string>(value: unknown, choices: readonly Choice[], place: Place): Choice | undefined {
  const found = choices.find((choice) => choice === value);
  if (found === undefined && value !== undefined && value !== null) {
    warn(place, `"${place.path.join(".")}" is one of ${choices.join(", ")}; this value does not count.`);
  }
  return found;
}

/** Value of a key of `metadata`, or of the older form under `metadata.crabclaw`, with its path. */
function findInMetadata(frontmatter: Frontmatter, key: string): { value: unknown; path: PathPart[] } {
  const metadata = isJsonObject(frontmatter.metadata) ? frontmatter.metadata : {};
  if (Object.hasOwn(metadata, key)) return { value: metadata[key], path: ["metadata", key] };
  const nested = isJsonObject(metadata.crabclaw) ? metadata.crabclaw : {};
  return { value: Object.hasOwn(nested, key) ? nested[key] : undefined, path: ["metadata", "crabclaw", key] };
}

function toRequires(frontmatter: Frontmatter, report: Report | undefined): SkillTerms["requires"] {
  const { value, path } = findInMetadata(frontmatter, "requires");
  if (value !== undefined && value !== null && !isJsonObject(value)) {
    warn({ report, path }, `"${path.join(".")}" holds the lists bins, env and config; this value does not count.`);
  }
  const held = isJsonObject(value) ? value : {};
  const listOf = (key: "bins" | "env" | "config") => toNames(held[key], { report, path: [...path, key] });
  return { bins: listOf("bins"), env: listOf("env"), config: listOf("config") };
}

/**
 * Reads the terms out of a skill's frontmatter, or out of its parsed contract, which keeps these keys as they are. Lenient:
 * what has an unknown form counts as left out; `report` is told at its place. Never throws.
 */
export function readSkillTerms(frontmatter: Frontmatter, report?: Report): SkillTerms {
  const inMetadata = (key: string) => findInMetadata(frontmatter, key);
  const tier = inMetadata("min_tier");
  const approval = inMetadata("approval_type");
  const flag = (key: string, fallback: boolean) => toFlag(frontmatter[key], fallback, { report, path: [key] });
  return {
    tools: toNames(frontmatter.tools, { report, path: ["tools"] }),
    treeId: toText(inMetadata("tree_id").value),
    group: toText(inMetadata("tree_group").value),
    minTier: toChoice(tier.value, INTENT_TIERS, { report, path: tier.path }),
    approvalType: toChoice(approval.value, APPROVAL_TYPES, { report, path: approval.path }),
    isUserInvocable: flag("user-invocable", true),
    isModelInvocable: !flag("disable-model-invocation", false),
    requires: toRequires(frontmatter, report),
  };
}

const terms = new WeakMap<Contract, SkillTerms>();

/** The terms of a skill's contract, read once; of anything that is no skill, nothing. */
export function skillTermsOf(contract: Contract): SkillTerms | undefined {
  if (contract.type !== "skill") return undefined;
  const known = terms.get(contract);
  if (known) return known;
  const read = readSkillTerms(contract);
  terms.set(contract, read);
  return read;
}
