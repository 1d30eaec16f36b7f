"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { facetsText } from "#components/messages/en/facets";
import { treeText } from "#components/messages/en/tree";
import { Panes } from "#components/ui/panes";
import { CatalogMain } from "./catalog-main";
import { type CatalogItem, type CatalogModel, findItem } from "./catalog-model";
import { CatalogToolbar } from "./catalog-toolbar";
import { FacetsPane } from "./facets-pane";
import { Inspector } from "./inspector";
import { SeeAsBar } from "./see-as-bar";
import { SeeAsPanel } from "./see-as-panel";
import type { CatalogRow, CatalogTreeItem } from "./tree-items";
import { useCatalogPage } from "./use-catalog-page";

const NewCapabilityDialog = dynamic(async () => (await import("./new-capability-dialog")).NewCapabilityDialog, {
  ssr: false,
});

const ImportDialog = dynamic(async () => (await import("#components/exchange/import-dialog")).ImportDialog, {
  ssr: false,
});
const ExportDialog = dynamic(async () => (await import("#components/exchange/export-dialog")).ExportDialog, {
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
  const isAside = selectedId !== null || page.isPanelAsked;
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
            <SeeAsBar
              state={page.seeAs}
              total={page.callable}
              isPanelOpen={page.isPanelOpen}
              onPanel={page.openPanel}
            />
            <CatalogMain page={page} selectedId={shownId} />
          </div>
        }
        mainLabel={treeText.page}
        inspector={
          page.isPanelOpen && model !== null ? (
            <SeeAsPanel state={page.seeAs} model={model} onSelect={page.select} />
          ) : (
            <Inspector
              row={row}
              selectedId={model === null ? null : selectedId}
              seeAs={page.seeAs}
              onSelect={page.select}
            />
          )
        }
        inspectorLabel={treeText.inspector}
        inspectorWidth={380}
        phonePane={isAside ? "inspector" : "main"}
        {...(isAside ? { onPhoneBack: () => page.select(null) } : {})}
      />
      {page.exchange === "import" ? <ImportDialog onClose={() => page.setExchange(null)} /> : null}
      {page.exchange === "export" && model !== null ? (
        <ExportDialog names={findExportable(page.shown)} onClose={() => page.setExchange(null)} />
      ) : null}
      {page.isCreating ? (
        <NewCapabilityDialog firstName={page.newName} onClose={() => page.setCreating(false)} />
      ) : null}
    </>
  );
}

/** Names of what is shown and can be exported: what wins its name, and drafts of new names. Built-in tools have no contract. */
function findExportable(items: readonly CatalogItem[]): string[] {
  return items.flatMap(({ entry }) =>
    entry !== null && (entry.place === "current" || entry.place === "draft") && entry.type !== null ? [entry.name] : [],
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
