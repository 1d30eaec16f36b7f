import { z } from "zod";
import { composeSkill } from "#server/capability/compose-skill";
import { approvalTypeSchema, intentTierSchema } from "#server/capability/contract";
import type { CapabilityEntry, Catalog } from "#server/registry/catalog";
import { deriveMetadata } from "#server/tree/derive-node";

export const composedStatusSchema = z.object({
  /** Name of the tool, `skill_*`. */
  name: z.string(),
  /** Name of the skill it is compiled from. */
  skill: z.string(),
  /** Path of that skill's SKILL.md. */
  source: z.string(),
  steps: z.number(),
  /** What its steps call, each once, in order. */
  tools: z.array(z.string()),
  approval: approvalTypeSchema,
  min_tier: intentTierSchema,
  /** Trust of the skill's digest, which is the tool's. */
  trust: z.enum(["trusted", "draft"]),
  /** `stale`: a tool it calls changed what it takes. `broken`: it cannot be called for another reason. */
  state: z.enum(["ok", "stale", "broken"]),
  reason: z.string().nullable(),
  next: z.string().nullable(),
});
export type ComposedStatus = z.infer<typeof composedStatusSchema>;

export const codegenReportSchema = z.object({
  composed: z.array(composedStatusSchema),
  counts: z.object({ total: z.number(), ok: z.number(), stale: z.number(), broken: z.number() }),
});
/** What skills compile to (domain.md 2.8), sorted by name. */
export type CodegenReport = z.infer<typeof codegenReportSchema>;

/** Findings that keep a skill's tool out of the catalog altogether. */
const REFUSED = "composed_name";
const STALE = "composed_stale";

type Held = Pick<Catalog, "entries">;

function toStanding(skill: CapabilityEntry, tool: CapabilityEntry | undefined) {
  if (tool === undefined) {
    const refusal = skill.issues.find(({ code }) => code === REFUSED);
    const reason = refusal?.message ?? "Its tool is not in the catalog.";
    return { state: "broken" as const, reason, next: null };
  }
  if (!tool.disabled) return { state: "ok" as const, reason: null, next: null };
  const isStale = tool.issues.some(({ code }) => code === STALE);
  const { reason, enabledBy } = tool.disabled;
  return { state: isStale ? ("stale" as const) : ("broken" as const), reason, next: enabledBy };
}

/** What a skill compiles to and how that stands; null for one without a `tool_schema`. */
export function findComposedStatus({ entries }: Held, skill: CapabilityEntry): ComposedStatus | null {
  const compiled = composeSkill(skill.contract)?.contract;
  if (!compiled) return null;
  const held = entries.get(compiled.name);
  const tool = held?.composedFrom === skill.name ? held : undefined;
  const { steps } = compiled;
  const { routing, perms } = deriveMetadata(tool?.contract ?? compiled);
  return {
    name: compiled.name,
    skill: skill.name,
    source: `${skill.folder}/${skill.source.file}`,
    steps: steps.length,
    tools: [...new Set(steps.flatMap(({ capability }) => (capability === undefined ? [] : [capability])))],
    approval: perms?.approval_type ?? "none",
    min_tier: routing?.min_tier ?? "question",
    trust: skill.state,
    ...toStanding(skill, tool),
  };
}

/** All composed tools of a catalog and how they stand. */
export function reportCodegen(catalog: Held): CodegenReport {
  const composed = [...catalog.entries.values()]
    .flatMap((entry) => findComposedStatus(catalog, entry) ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const count = (state: ComposedStatus["state"]) => composed.filter((status) => status.state === state).length;
  const counts = { total: composed.length, ok: count("ok"), stale: count("stale"), broken: count("broken") };
  return { composed, counts };
}
