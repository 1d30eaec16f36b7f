import { z } from "zod";
import type { Contract } from "#server/capability/contract";
import { skillTermsOf } from "#server/capability/skill-terms";
import { toolsByName } from "#server/tree/tree-index";
import type { CapabilityEntry, Catalog } from "./catalog";

/**
 * How one capability refers to another. *uses*: its `uses`. *step*: a step runs it. *lists*: a focus mode may use it, by name.
 * *binds*: a skill binds itself to it. *compiles*: a skill compiles to it. *declares*: its own metadata names the skill.
 */
const RELATION_WAYS = ["uses", "step", "lists", "binds", "compiles", "declares"] as const;
type RelationWay = (typeof RELATION_WAYS)[number];

/** How the other one stands: only `ok` can be called by a loop. */
const RELATION_STANDINGS = ["ok", "draft", "disabled", "pending", "broken", "missing"] as const;

const relationSchema = z.object({
  name: z.string(),
  ways: z.array(
    z.object({
      way: z.enum(RELATION_WAYS),
      /** Id of the step. */
      detail: z.string().nullable(),
    }),
  ),
  standing: z.enum(RELATION_STANDINGS),
  /** Why it is disabled. */
  reason: z.string().nullable(),
});
export type Relation = z.infer<typeof relationSchema>;

export const relationsSchema = z.object({
  /** What it refers to, in the order in which it does. */
  uses: z.array(relationSchema),
  /** What refers to it, by name. */
  usedBy: z.array(relationSchema),
  /** Focus modes that name no capabilities and so have all of them, this one too; by name. */
  openModes: z.array(z.string()),
  /** Services of the host that it calls. */
  services: z.array(z.object({ name: z.string(), isProvided: z.boolean() })),
});
export type Relations = z.infer<typeof relationsSchema>;

type Reference = { to: string; way: RelationWay; detail: string | null };

/** Everything a contract names. A composed tool names its skill only from the skill's side. */
function referencesOf(contract: Contract): Reference[] {
  const { uses, steps, loop, tree } = contract;
  const plain = (way: RelationWay) => (to: string) => ({ to, way, detail: null });
  return [
    ...uses.map(({ capability, step }) => ({ to: capability, way: "uses" as const, detail: step ?? null })),
    ...steps.flatMap(({ id, capability }) =>
      capability === undefined ? [] : [{ to: capability, way: "step" as const, detail: id }],
    ),
    ...(loop?.capabilities ?? []).map(plain("lists")),
    ...(skillTermsOf(contract)?.tools ?? []).map(plain("binds")),
    ...(tree.skills?.bound_skills ?? []).map(plain("declares")),
  ];
}

function findStanding(catalog: Catalog, name: string): Pick<Relation, "standing" | "reason"> {
  const entry = catalog.entries.get(name);
  const disabled = entry?.disabled ?? (entry ? undefined : toolsByName(catalog.tree).get(name)?.disabled);
  if (disabled) return { standing: "disabled", reason: disabled.reason };
  if (entry) return { standing: entry.state === "draft" ? "draft" : "ok", reason: null };
  if (toolsByName(catalog.tree).has(name)) return { standing: "ok", reason: null };
  if (catalog.pending.some((pending) => pending.name === name)) return { standing: "pending", reason: null };
  const broken = catalog.broken.find((candidate) => candidate.name === name);
  return broken
    ? { standing: "broken", reason: broken.issues[0]?.message ?? null }
    : { standing: "missing", reason: null };
}

/** One line a name, with all the ways in which it is referred to. */
function toRelations(catalog: Catalog, references: readonly Reference[]): Relation[] {
  const ways = new Map<string, Relation["ways"]>();
  for (const { to, way, detail } of references) ways.set(to, [...(ways.get(to) ?? []), { way, detail }]);
  return [...ways].map(([name, found]) => ({ name, ways: found, ...findStanding(catalog, name) }));
}

/** What composed tools and skills are to each other stands on the entry, not in a contract. */
function compilesOf({ name, composedFrom }: CapabilityEntry, subject: string): Reference[] {
  return composedFrom === subject ? [{ to: name, way: "compiles", detail: null }] : [];
}

function findUsers(catalog: Catalog, name: string): Reference[] {
  const own = [...catalog.entries.values()].flatMap((entry) =>
    referencesOf(entry.contract)
      .filter(({ to }) => to === name)
      .map((reference) => ({ ...reference, to: entry.name })),
  );
  const ofHost = [...catalog.hostTools.values()].flatMap((tool): Reference[] =>
    (tool.uses ?? []).includes(name) ? [{ to: tool.capability.name, way: "uses", detail: null }] : [],
  );
  const skill = catalog.entries.get(name)?.composedFrom;
  const from: Reference[] = skill === undefined ? [] : [{ to: skill, way: "compiles", detail: null }];
  return [...own, ...ofHost, ...from].sort((a, b) => (a.to < b.to ? -1 : a.to > b.to ? 1 : 0));
}

/**
 * What a capability, built-in or host tool refers to and what refers to it, over the whole catalog; `contract` is given for
 * one that is not in it. Names that nothing has are listed as missing.
 */
export function deriveRelations(
  catalog: Catalog,
  name: string,
  { contract, provided }: { contract: Contract | undefined; provided: ReadonlySet<string> },
): Relations {
  const tool = contract === undefined ? catalog.hostTools.get(name) : undefined;
  const references: Reference[] = [
    ...(contract ? referencesOf(contract) : []),
    ...(tool?.uses ?? []).map((to): Reference => ({ to, way: "uses", detail: null })),
    ...[...catalog.entries.values()].flatMap((entry) => compilesOf(entry, name)),
  ];
  const openModes = [...catalog.entries.values()]
    .filter(
      ({ contract: { loop }, name: mode }) => loop !== undefined && loop.capabilities === undefined && mode !== name,
    )
    .map((entry) => entry.name);
  const services = contract?.requires ?? tool?.requires ?? [];
  return {
    uses: toRelations(catalog, references),
    usedBy: toRelations(catalog, findUsers(catalog, name)),
    openModes,
    services: services.map((service) => ({ name: service, isProvided: provided.has(service) })),
  };
}
