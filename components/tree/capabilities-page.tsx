"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { findProblem } from "#components/api";
import { facetsText } from "#components/messages/en/facets";
import { toProblemText } from "#components/messages/en/problem";
import { treeText } from "#components/messages/en/tree";
import { Button, LinkButton } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorPanel } from "#components/ui/error-panel";
import { Panes } from "#components/ui/panes";
import { SkeletonRows } from "#components/ui/skeleton";
import { Tree } from "#components/ui/tree";
import { type CatalogModel, findItem } from "./catalog-model";
import { CatalogToolbar } from "./catalog-toolbar";
import { FacetsPane } from "./facets-pane";
import { Inspector } from "./inspector";
import { SearchResults } from "./search-results";
import type { CatalogRow, CatalogTreeItem } from "./tree-items";
import { TreeRowContent } from "./tree-row";
import { type CatalogPageState, useCatalogPage } from "./use-catalog-page";

const CatalogGraph = dynamic(async () => (await import("./catalog-graph")).CatalogGraph, {
  ssr: false,
  loading: () => <SkeletonRows rows={10} label={treeText.loading} />,
});

const NewCapabilityDialog = dynamic(async () => (await import("./new-capability-dialog")).NewCapabilityDialog, {
  ssr: false,
});

/** Browse and search: facets, tree or graph or results, and the inspector; one selection, in the URL. */
export function CapabilitiesPage() {
  const page = useCatalogPage();
  const facets = (
    <FacetsPane counts={page.counts} choice={page.choice} onChange={page.setFacet} onClear={page.clearFacets} />
  );
  const { tree, model, selectedId } = page;
  const row = useMemo(() => findRow(tree, model, selectedId), [tree, model, selectedId]);
  // A link may name an entry that is not current by its plain name; its row has the full id.
  const shownId = row?.id ?? selectedId;
  return (
    <>
      <h1 className="sr-only">{treeText.page}</h1>
      <Panes
        name="capabilities"
        list={facets}
        listLabel={facetsText.label}
        listWidth={200}
        isListWideOnly
        main={
          <div className="flex min-h-0 flex-1 flex-col">
            <CatalogToolbar page={page} facets={facets} />
            <MainView page={page} selectedId={shownId} />
          </div>
        }
        mainLabel={treeText.page}
        inspector={
          <Inspector row={row} selectedId={page.model === null ? null : page.selectedId} onSelect={page.select} />
        }
        inspectorLabel={treeText.inspector}
        inspectorWidth={380}
        phonePane={page.selectedId === null ? "main" : "inspector"}
        {...(page.selectedId === null ? {} : { onPhoneBack: () => page.select(null) })}
      />
      {page.isCreating ? <NewCapabilityDialog onClose={() => page.setCreating(false)} /> : null}
    </>
  );
}

/** The row of the selection, also when a filter hides it from the tree. */
function findRow(
  tree: readonly CatalogTreeItem[],
  model: CatalogModel | null,
  selectedId: string | null,
): CatalogRow | null {
  if (selectedId === null || model === null) return null;
  const item = findItem(model, selectedId);
  if (item !== undefined) return { kind: "item", id: item.id, item };
  const findGroup = (items: readonly CatalogTreeItem[]): CatalogRow | null => {
    for (const candidate of items) {
      if (candidate.id === selectedId) return candidate.value;
      const below = findGroup(candidate.children);
      if (below !== null) return below;
    }
    return null;
  };
  return findGroup(tree);
}

function MainView({ page, selectedId }: { page: CatalogPageState; selectedId: string | null }) {
  const router = useRouter();
  const open = (name: string) => router.push(`/capabilities/${encodeURIComponent(name)}`);
  const openItem = (id: string) => {
    const item = page.model?.byId.get(id);
    if (item?.entry && item.entry.place !== "shadowed") open(item.name);
  };
  if (page.query.trim() !== "") {
    return (
      <SearchResults
        query={page.query}
        model={page.model}
        choice={page.choice}
        selectedId={selectedId}
        onSelect={(id) => {
          page.select(id);
          page.reveal(id);
        }}
        onOpen={open}
        onClear={() => page.setQuery("")}
      />
    );
  }
  const problem = findProblem(page.catalog.error);
  if (problem !== null && page.model === null) {
    return (
      <ErrorPanel
        {...toProblemText(problem, treeText.failedMeaning)}
        action={<Button onPress={() => void page.catalog.refetch()}>{treeText.retry}</Button>}
        className="m-3"
      />
    );
  }
  if (page.model === null) return <SkeletonRows rows={18} label={treeText.loading} />;
  if (page.model.items.length === 0) {
    return (
      <EmptyState
        sentence={treeText.empty}
        action={<LinkButton href="/settings#roots">{treeText.emptyAction}</LinkButton>}
      />
    );
  }
  if (page.tree.length === 0) {
    return (
      <EmptyState
        sentence={treeText.noneLeft}
        action={<Button onPress={page.clearFacets}>{facetsText.clear}</Button>}
      />
    );
  }
  const shared = {
    items: page.tree,
    expanded: page.expanded,
    onExpandedChange: page.setExpanded,
    selectedId,
    onSelect: page.select,
    onOpen: openItem,
  };
  return page.view === "graph" ? (
    <CatalogGraph {...shared} onDepth={page.setDepth} onLeave={() => page.setView("tree")} />
  ) : (
    <Tree label={treeText.tree} {...shared} renderRow={(row) => <TreeRowContent row={row.value} />} />
  );
}
