"use client";

import { useCallback, useMemo } from "react";
import { useCatalog } from "#components/api/use-catalog";
import { treeText } from "#components/messages/en/tree";
import { type UrlState, useUrlState } from "#components/ui/use-url-state";
import { type CatalogItem, toCatalogModel, toCurrentId } from "./catalog-model";
import {
  countFacets,
  FACETS,
  type FacetChoice,
  type FacetName,
  filterItems,
  parseFacetParam,
  toFacetChoice,
  toFacetParam,
} from "./facets-model";
import { filterSeen, isCallable } from "./see-as-model";
import { toTreeItems } from "./tree-items";
import { useCatalogSearch } from "./use-catalog-search";
import { useSeeAs } from "./use-see-as";
import { useTreeExpansion } from "./use-tree-expansion";

const asides = {
  draft: { name: treeText.groups.draft, intro: treeText.groupMeanings.draft },
  broken: { name: treeText.groups.broken, intro: treeText.groupMeanings.broken },
  pending: { name: treeText.groups.pending, intro: treeText.groupMeanings.pending },
  shadowed: { name: treeText.groups.shadowed, intro: treeText.groupMeanings.shadowed },
};

const VIEWS = ["tree", "graph", "layers"] as const;
export type CatalogViewName = (typeof VIEWS)[number];

/** The page's state: what a link restores comes from the URL, which groups are open is the view's own. */
export function useCatalogPage() {
  const url = useUrlState();
  const catalog = useCatalog();
  const model = useMemo(() => (catalog.data === undefined ? null : toCatalogModel(catalog.data)), [catalog.data]);
  const choice = useFacetChoice(url);
  const query = url.get("q") ?? "";
  const asked = url.get("selected");
  const selectedId = asked === null || model === null ? asked : toCurrentId(model, asked);
  const view = VIEWS.find((each) => each === url.get("view")) ?? "tree";
  const seeAs = useSeeAs(url);
  const { sight } = seeAs;
  const seen = useMemo(() => {
    if (model === null) return [];
    return sight === null ? model.items : filterSeen(model.items, sight.names);
  }, [model, sight]);
  const callable = useMemo(() => (model?.items ?? []).filter(isCallable).length, [model]);
  const shown = useMemo(() => filterItems(seen, choice), [seen, choice]);
  const shownIds = useMemo(() => new Set(shown.map(({ id }) => id)), [shown]);
  const isShown = useCallback(({ id }: CatalogItem) => shownIds.has(id), [shownIds]);
  const search = useCatalogSearch(query);
  const hits = search.data?.hits;
  // While something is searched, the facets count what was found.
  const counted = useMemo(() => {
    if (hits === undefined) return seen;
    const found = new Set(hits.map(({ hit }) => hit.name));
    return seen.filter((item) => isCallable(item) && found.has(item.name));
  }, [seen, hits]);
  const counts = useMemo(() => countFacets(counted, choice), [counted, choice]);
  const tree = useMemo(() => (model === null ? [] : toTreeItems(model, shown, asides)), [model, shown]);
  const expansion = useTreeExpansion(tree, shown.length, selectedId);

  const { set } = url;
  const select = useCallback((id: string | null) => set({ selected: id, panel: null }, "replace"), [set]);
  const openPanel = useCallback(() => set({ panel: "sight" }), [set]);
  const setQuery = useCallback((text: string) => set({ q: text }, "replace"), [set]);
  const setFacet = useCallback(
    (facet: FacetName, values: readonly string[]) => set({ [facet]: toFacetParam(values) }),
    [set],
  );
  const clearFacets = useCallback(
    () => set(Object.fromEntries(FACETS.map((facet): [string, null] => [facet, null]))),
    [set],
  );
  const setView = useCallback((next: CatalogViewName) => set({ view: next === "tree" ? null : next }), [set]);

  const setCreating = useCallback(
    (isOn: boolean) => set({ new: isOn ? "1" : null, called: null }, isOn ? "push" : "replace"),
    [set],
  );
  const setExchange = useCallback(
    (kind: "import" | "export" | null) => set({ exchange: kind }, kind === null ? "replace" : "push"),
    [set],
  );

  return {
    isCreating: url.get("new") !== null,
    /** The name that a link to the dialog begins with, such as that of a place nobody has. */
    newName: url.get("called") ?? "",
    setCreating,
    /** The dialog of that name, which a link and the palette may open. */
    exchange: url.get("exchange"),
    setExchange,
    catalog,
    model,
    choice,
    counts,
    query,
    search,
    view,
    shown,
    isShown,
    tree,
    selectedId,
    seeAs,
    callable,
    /** What the agent gets stands where the selection does: when nothing is selected, and when it was asked for. */
    isPanelOpen: seeAs.choice !== null && seeAs.error === null && (selectedId === null || url.get("panel") !== null),
    /** Asked for in so many words: on a phone the panel is a page of its own. */
    isPanelAsked: seeAs.choice !== null && url.get("panel") !== null,
    openPanel,
    ...expansion,
    select,
    setQuery,
    setFacet,
    clearFacets,
    setView,
  };
}

export type CatalogPageState = ReturnType<typeof useCatalogPage>;

/** The facets of the URL; the same object as long as they are the same, however often the selection moves. */
function useFacetChoice(url: UrlState): FacetChoice {
  const written = JSON.stringify(FACETS.map((facet) => url.get(facet)));
  return useMemo(() => {
    const params: (string | null)[] = JSON.parse(written);
    return toFacetChoice((_, index) => parseFacetParam(params[index] ?? null));
  }, [written]);
}
