"use client";

import { ChevronsDownUp, ChevronsUpDown, ListFilter, ListTree, Network, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { findProblem } from "#components/api";
import { facetsText } from "#components/messages/en/facets";
import { newCapabilityText } from "#components/messages/en/new-capability";
import { toProblemText } from "#components/messages/en/problem";
import { searchText } from "#components/messages/en/search";
import { treeText } from "#components/messages/en/tree";
import { Button, LinkButton } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorPanel } from "#components/ui/error-panel";
import { IconButton } from "#components/ui/icon-button";
import { Panes } from "#components/ui/panes";
import { Popover } from "#components/ui/popover";
import { SearchField } from "#components/ui/search-field";
import { SkeletonRows } from "#components/ui/skeleton";
import { Tree } from "#components/ui/tree";
import { type CatalogModel, findItem } from "./catalog-model";
import { countChosen } from "./facets-model";
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
            <Toolbar page={page} facets={facets} />
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

function Toolbar({ page, facets }: { page: CatalogPageState; facets: React.ReactNode }) {
  const chosen = countChosen(page.choice);
  return (
    <div className="flex h-10 shrink-0 items-center gap-2 border-line border-b px-2">
      <SearchField
        label={searchText.label}
        placeholder={searchText.placeholder}
        value={page.query}
        onChange={page.setQuery}
        isPageSearch
        className="min-w-0 max-w-[480px] flex-1"
      />
      <div className="wide:hidden">
        <Popover
          label={facetsText.label}
          trigger={
            <Button icon={<ListFilter aria-hidden size={14} />}>
              {chosen === 0 ? facetsText.label : facetsText.count(chosen)}
            </Button>
          }
        >
          {facets}
        </Popover>
      </div>
      <span className="flex-1 truncate text-right text-meta text-muted max-phone:hidden">
        {page.model === null || page.query !== "" ? "" : treeText.shown(page.shown.length, page.model.items.length)}
      </span>
      {page.query === "" ? (
        <>
          <div className="flex max-phone:hidden">
            <IconButton
              label={treeText.expandAll}
              icon={<ChevronsUpDown size={14} />}
              onPress={() => page.setAllExpanded(true)}
            />
            <IconButton
              label={treeText.collapseAll}
              icon={<ChevronsDownUp size={14} />}
              onPress={() => page.setAllExpanded(false)}
            />
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: two buttons of a toolbar are no form */}
          <div role="group" aria-label={treeText.view} className="flex rounded-md border border-line-strong">
            <IconButton
              label={treeText.viewTree}
              icon={<ListTree size={14} />}
              isOn={page.view === "tree"}
              onPress={() => page.setView("tree")}
            />
            <IconButton
              label={treeText.viewGraph}
              icon={<Network size={14} />}
              isOn={page.view === "graph"}
              onPress={() => page.setView("graph")}
            />
          </div>
        </>
      ) : null}
      <NewButton onPress={() => page.setCreating(true)} />
    </div>
  );
}

/** A word beside the icon where there is room for it. */
function NewButton({ onPress }: { onPress: () => void }) {
  const icon = <Plus aria-hidden size={14} />;
  return (
    <>
      <Button icon={icon} onPress={onPress} className="max-desk:hidden">
        {newCapabilityText.title}
      </Button>
      <IconButton
        label={newCapabilityText.title}
        icon={icon}
        variant="default"
        onPress={onPress}
        className="desk:hidden"
      />
    </>
  );
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
