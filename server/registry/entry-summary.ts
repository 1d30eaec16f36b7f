import { z } from "zod";
import { capabilityTypeSchema, sensitivitySchema } from "#server/capability/contract";
import { deriveMetadata } from "#server/tree/derive-node";
import type { BrokenEntry, CapabilityEntry } from "./catalog";

/**
 * Where an entry stands: `current` wins its name; the others are listed and callable by nothing. `draft` is a name that only a
 * draft has; its `folder` is where an approval would write it, its `rootPath` empty when no root can be written.
 */
const entryPlaceSchema = z.enum(["current", "shadowed", "pending", "broken", "draft"]);

export const entryStateSchema = z.enum(["trusted", "draft", "disabled", "shadowed", "pending", "broken"]);
export type EntryState = z.infer<typeof entryStateSchema>;

/** One line of the catalog: enough for a tree row, a search row and the inspector's head. */
export const entrySummarySchema = z.object({
  name: z.string(),
  title: z.string(),
  place: entryPlaceSchema,
  /** What a person sees as one mark; `disabled` wins over trusted and draft. */
  state: entryStateSchema,
  /** null for a broken entry whose type cannot be known. */
  type: capabilityTypeSchema.nullable(),
  layer: z.enum(["L1", "L2"]),
  rootPath: z.string(),
  folder: z.string(),
  digest: z.string().nullable(),
  version: z.string().nullable(),
  sensitivity: sensitivitySchema.nullable(),
  description: z.string(),
  when: z.string(),
  /** Tree group such as "fs"; "composed" where the contract names none. */
  group: z.string(),
  icon: z.string().nullable(),
  minTier: z.string(),
  approvalType: z.string(),
  utterances: z.array(z.string()),
  disabled: z.object({ reason: z.string(), enabledBy: z.string() }).nullable(),
  shadowedBy: z.string().nullable(),
  /** Name of the skill it is compiled from; null for everything that has a folder of its own. */
  composedFrom: z.string().nullable(),
  errors: z.number(),
  warnings: z.number(),
  /** First finding in words, for a row of a broken entry. */
  firstIssue: z.string().nullable(),
});
export type EntrySummary = z.infer<typeof entrySummarySchema>;

const DEFAULT_GROUP = "composed";

function stateOf(entry: CapabilityEntry, place: EntrySummary["place"]): EntryState {
  if (place !== "current") return place;
  return entry.disabled ? "disabled" : entry.state;
}

/** The row of a loadable entry. */
export function toEntrySummary(
  entry: CapabilityEntry & { shadowedBy?: string },
  place: Exclude<EntrySummary["place"], "broken">,
): EntrySummary {
  const { contract } = entry;
  const { group = DEFAULT_GROUP, routing, perms, display } = deriveMetadata(contract);
  return {
    name: entry.name,
    title: display?.title ?? entry.name,
    place,
    state: stateOf(entry, place),
    type: entry.type,
    layer: entry.layer,
    rootPath: entry.rootPath,
    folder: entry.folder,
    digest: entry.digest,
    version: contract.version,
    sensitivity: contract.sensitivity,
    description: contract.description,
    when: contract.when,
    group,
    icon: display?.icon ?? null,
    minTier: routing?.min_tier ?? "question",
    approvalType: perms?.approval_type ?? "none",
    utterances: contract.evidence.utterances ?? [],
    disabled: entry.disabled ?? null,
    shadowedBy: entry.shadowedBy ?? null,
    composedFrom: entry.composedFrom ?? null,
    ...countIssues(entry.issues),
  };
}

/** The row of an entry that cannot be loaded. */
export function toBrokenSummary(entry: BrokenEntry): EntrySummary {
  return {
    name: entry.name,
    title: entry.name,
    place: "broken",
    state: "broken",
    type: null,
    layer: entry.layer,
    rootPath: entry.rootPath,
    folder: entry.folder,
    digest: null,
    version: null,
    sensitivity: null,
    description: "",
    when: "",
    group: DEFAULT_GROUP,
    icon: null,
    minTier: "question",
    approvalType: "none",
    utterances: [],
    disabled: null,
    shadowedBy: null,
    composedFrom: null,
    ...countIssues(entry.issues),
  };
}

function countIssues(issues: CapabilityEntry["issues"]): Pick<EntrySummary, "errors" | "warnings" | "firstIssue"> {
  const errors = issues.filter((issue) => issue.severity === "error");
  const first = errors[0] ?? issues[0];
  return {
    errors: errors.length,
    warnings: issues.length - errors.length,
    firstIssue: first ? `${first.file}:${first.line}:${first.column} ${first.message}` : null,
  };
}
