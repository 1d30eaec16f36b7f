import { type CatalogItem, ITEM_KINDS } from "./catalog-model";

export const FACETS = ["type", "state", "layer", "tier"] as const;
export type FacetName = (typeof FACETS)[number];

/** Chosen values by facet; an empty list means all. */
export type FacetChoice = Readonly<Record<FacetName, readonly string[]>>;

type FacetValue = { value: string; count: number; isChosen: boolean };
export type FacetCounts = Record<FacetName, FacetValue[]>;

const VALUES: Record<FacetName, readonly string[]> = {
  type: ITEM_KINDS,
  state: ["trusted", "draft", "disabled", "broken", "pending", "shadowed"],
  layer: ["L1", "L2"],
  tier: ["greeting", "question", "task_light", "task_write", "task_delete", "task_multimodal"],
};

function facetValueOf(item: CatalogItem, facet: FacetName): string | null {
  switch (facet) {
    case "type":
      return item.kind;
    case "state":
      return item.state;
    case "layer":
      return item.layer;
    case "tier":
      return item.tier;
  }
}

function passes(item: CatalogItem, choice: FacetChoice, except: FacetName | null): boolean {
  return FACETS.every((facet) => {
    if (facet === except || choice[facet].length === 0) return true;
    const value = facetValueOf(item, facet);
    return value !== null && choice[facet].includes(value);
  });
}

/** The items that pass every facet. Pure. */
export function filterItems(items: readonly CatalogItem[], choice: FacetChoice): CatalogItem[] {
  return items.filter((item) => passes(item, choice, null));
}

/**
 * How many items each value would show, given what the other facets choose; values that would show none stay, at 0. Pure.
 */
export function countFacets(items: readonly CatalogItem[], choice: FacetChoice): FacetCounts {
  const countOne = (facet: FacetName): FacetValue[] => {
    const counts = new Map<string, number>();
    for (const item of items) {
      const value = facetValueOf(item, facet);
      if (value !== null && passes(item, choice, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return VALUES[facet].map((value) => ({
      value,
      count: counts.get(value) ?? 0,
      isChosen: choice[facet].includes(value),
    }));
  };
  return { type: countOne("type"), state: countOne("state"), layer: countOne("layer"), tier: countOne("tier") };
}

/** How many values are chosen in all. */
export function countChosen(choice: FacetChoice): number {
  return FACETS.reduce((sum, facet) => sum + choice[facet].length, 0);
}
