import type { ApiOutputs } from "#components/api";

type CatalogData = ApiOutputs["catalog"]["get"];
export type CatalogChanges = Extract<ApiOutputs["catalog"]["changes"], { kind: "changes" }>;
type ListPatch<T> = readonly ({ keep: number } | { skip: number } | { put: T[] })[];

/** The list after a patch; rows that stay are the same objects. Pure. */
export function applyListPatch<T>(list: readonly T[], patch: ListPatch<T>): T[] {
  const patched: T[] = [];
  let at = 0;
  for (const step of patch) {
    if ("put" in step) patched.push(...step.put);
    else if ("skip" in step) at += step.skip;
    else {
      for (const end = at + step.keep; at < end; at += 1) patched.push(list[at] as T);
    }
  }
  return patched;
}

/** The catalog after what changed since it was read. Pure. */
export function applyChanges(held: CatalogData, { kind: _, ...changes }: CatalogChanges): CatalogData {
  return {
    ...changes,
    nodes: applyListPatch(held.nodes, changes.nodes),
    entries: applyListPatch(held.entries, changes.entries),
    facetSets: applyListPatch(held.facetSets, changes.facetSets),
  };
}
