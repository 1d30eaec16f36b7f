import { type CatalogItem, ITEM_KINDS } from "./catalog-model";

export const FACETS = [
  "type",
  "state",
  "layer",
  "tier",
  "approval",
  "status",
  "sensitivity",
  "scope",
  "security",
  "files",
  "policy",
  "owner",
] as const;
export type FacetName = (typeof FACETS)[number];

/** Chosen values by facet; an empty list means all. */
export type FacetChoice = Readonly<Record<FacetName, readonly string[]>>;

export type FacetValue = { value: string; count: number; isChosen: boolean };
export type FacetCounts = Record<FacetName, FacetValue[]>;

/** Stands for the empty scope, which is everybody's, and for an owner that nothing names. */
export const NO_VALUE = "-";

/** Facets whose values are a closed list, in its order; the others have what the catalog has, most first. */
const VALUES: Partial<Record<FacetName, readonly string[]>> = {
  type: ITEM_KINDS,
  state: ["trusted", "draft", "disabled", "broken", "pending", "shadowed"],
  layer: ["L1", "L2"],
  tier: ["greeting", "question", "task_light", "task_write", "task_delete", "task_multimodal"],
  approval: ["none", "plan_confirm", "exec_escalation", "mount_access", "data_export"],
  status: ["trusted", "draft"],
  sensitivity: ["public", "internal", "local"],
  security: ["deny", "allowlist", "sandboxed", "full"],
  files: ["none", "global_read", "scoped_read", "scoped_write"],
};

/** A choice from what is chosen in each facet. Pure. */
export function toFacetChoice(chosenIn: (facet: FacetName, index: number) => readonly string[]): FacetChoice {
  return Object.fromEntries(FACETS.map((facet, index) => [facet, chosenIn(facet, index)])) as FacetChoice;
}

const toList = (value: string | null | undefined): readonly string[] => (value ? [value] : []);

/** What an item is filed under in a facet: nothing where it cannot be known, several only under policy groups. */
function valuesOf(item: CatalogItem, facet: FacetName): readonly string[] {
  const { facets } = item;
  switch (facet) {
    case "type":
      return toList(item.kind);
    case "state":
      return [item.state];
    case "layer":
      return toList(item.layer);
    case "tier":
      return toList(item.tier);
    case "sensitivity":
      return toList(item.entry?.sensitivity);
    case "approval":
      return toList(facets?.approvalType);
    case "status":
      return toList(facets?.status);
    case "scope":
      return facets === null ? [] : [facets.scope || NO_VALUE];
    case "security":
      return toList(facets?.securityLevel);
    case "files":
      return toList(facets?.fileAccess);
    case "policy":
      return facets?.policyGroups ?? [];
    case "owner":
      return facets === null ? [] : [facets.owner || NO_VALUE];
  }
}

function passes(item: CatalogItem, choice: FacetChoice, facet: FacetName): boolean {
  const wanted = choice[facet];
  return wanted.length === 0 || valuesOf(item, facet).some((value) => wanted.includes(value));
}

/** The items that pass every facet. Pure. */
export function filterItems(items: readonly CatalogItem[], choice: FacetChoice): CatalogItem[] {
  const asked = FACETS.filter((facet) => choice[facet].length > 0);
  return items.filter((item) => asked.every((facet) => passes(item, choice, facet)));
}

/**
 * How many items each value would show, given what the other facets choose; a value of a closed list, or a chosen one, stays
 * at 0. Pure; one pass: an item that fails one facet counts in that facet alone, one that fails two counts nowhere.
 */
export function countFacets(items: readonly CatalogItem[], choice: FacetChoice): FacetCounts {
  const asked = FACETS.filter((facet) => choice[facet].length > 0);
  const counts = new Map(FACETS.map((facet): [FacetName, Map<string, number>] => [facet, new Map()]));
  for (const item of items) {
    const failed = asked.filter((facet) => !passes(item, choice, facet));
    if (failed.length > 1) continue;
    for (const facet of failed.length === 1 ? failed : FACETS) {
      const ofFacet = counts.get(facet);
      for (const value of valuesOf(item, facet)) ofFacet?.set(value, (ofFacet.get(value) ?? 0) + 1);
    }
  }
  const toValues = (facet: FacetName): FacetValue[] => {
    const found = counts.get(facet) ?? new Map<string, number>();
    const open = () =>
      [...found].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([value]) => value);
    const values = [...new Set([...(VALUES[facet] ?? open()), ...choice[facet]])];
    return values.map((value) => ({
      value,
      count: found.get(value) ?? 0,
      isChosen: choice[facet].includes(value),
    }));
  };
  return Object.fromEntries(FACETS.map((facet) => [facet, toValues(facet)])) as FacetCounts;
}

/** How many values are chosen in all. */
export function countChosen(choice: FacetChoice): number {
  return FACETS.reduce((sum, facet) => sum + choice[facet].length, 0);
}

/** The chosen values of one facet as they stand in the URL; a comma inside a value is written so that it parts nothing. */
export function toFacetParam(values: readonly string[]): string {
  return values.map((value) => value.replace(/[%,]/g, encodeURIComponent)).join(",");
}

/** The chosen values that a URL names; what cannot be read is taken as it stands. */
export function parseFacetParam(text: string | null): string[] {
  return (text ?? "")
    .split(",")
    .filter(Boolean)
    .map((value) => value.replace(/%2C/gi, ",").replace(/%25/g, "%"));
}
