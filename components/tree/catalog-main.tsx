import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { findProblem } from "#components/api";
import { facetsText } from "#components/messages/en/facets";
import { toProblemText } from "#components/messages/en/problem";
import { seeAsText } from "#components/messages/en/see-as";
import { treeText } from "#components/messages/en/tree";
import { Button, LinkButton } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorPanel } from "#components/ui/error-panel";
import { SkeletonRows } from "#components/ui/skeleton";
import { Tree } from "#components/ui/tree";
import type { CatalogModel } from "./catalog-model";
import { SearchResults } from "./search-results";
import type { CatalogRow } from "./tree-items";
import { TreeRowContent } from "./tree-row";
import type { CatalogPageState } from "./use-catalog-page";

const loadingView = () => <SkeletonRows rows={10} label={treeText.loading} />;

const CatalogGraph = dynamic(async () => (await import("./catalog-graph")).CatalogGraph, {
  ssr: false,
  loading: loadingView,
});

const LayersView = dynamic(async () => (await import("./layers-view")).LayersView, {
  ssr: false,
  loading: loadingView,
});

export type CatalogMainProps = { page: CatalogPageState; selectedId: string | null };

/** The middle of the page: results while something is searched, else one of the three drawings of the catalog. */
export function CatalogMain({ page, selectedId }: CatalogMainProps) {
  const { model, catalog, seeAs } = page;
  const router = useRouter();
  const open = (name: string) => router.push(`/capabilities/${encodeURIComponent(name)}`);
  const blind = findProblem(seeAs.error);
  if (blind !== null) {
    return (
      <ErrorPanel
        {...toProblemText(blind, seeAsText.failedMeaning)}
        action={<Button onPress={() => seeAs.see(null)}>{seeAsText.close}</Button>}
        className="m-3"
      />
    );
  }
  if (page.query.trim() !== "") {
    return (
      <SearchResults
        search={page.search}
        model={model}
        isShown={page.isShown}
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
  const problem = findProblem(catalog.error);
  if (problem !== null && model === null) {
    return (
      <ErrorPanel
        {...toProblemText(problem, treeText.failedMeaning)}
        action={<Button onPress={() => void catalog.refetch()}>{treeText.retry}</Button>}
        className="m-3"
      />
    );
  }
  const isWaiting = seeAs.choice !== null && seeAs.sight === null;
  if (model === null || catalog.data === undefined || isWaiting) {
    return <SkeletonRows rows={18} label={isWaiting ? seeAsText.loading : treeText.loading} />;
  }
  const openItem = (id: string) => {
    const item = model.byId.get(id);
    if (item && item.entry?.place !== "shadowed") open(item.name);
  };
  if (page.view === "layers") {
    return (
      <LayersView
        catalog={catalog.data}
        model={model}
        isShown={page.isShown}
        selectedId={selectedId}
        onSelect={page.select}
        onOpen={openItem}
      />
    );
  }
  if (page.tree.length === 0) return <NothingShown page={page} model={model} />;
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
    <Tree
      label={treeText.tree}
      {...shared}
      rowText={toRowText}
      renderRow={(row) => <TreeRowContent row={row.value} />}
    />
  );
}

function toRowText(row: { value: CatalogRow }): string {
  return row.value.kind === "group" ? row.value.name : row.value.item.name;
}

/** Why the tree is empty, with the one action that fills it. */
function NothingShown({ page, model }: { page: CatalogPageState; model: CatalogModel }) {
  if (model.items.length === 0) {
    return (
      <EmptyState
        sentence={treeText.empty}
        action={<LinkButton href="/settings#roots">{treeText.emptyAction}</LinkButton>}
      />
    );
  }
  if (page.seeAs.sight?.names.length === 0) {
    return (
      <EmptyState
        sentence={seeAsText.none}
        action={<Button onPress={() => page.seeAs.see(null)}>{seeAsText.close}</Button>}
      />
    );
  }
  return (
    <EmptyState sentence={treeText.noneLeft} action={<Button onPress={page.clearFacets}>{facetsText.clear}</Button>} />
  );
}
