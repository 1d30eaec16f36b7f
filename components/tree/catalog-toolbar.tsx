import {
  ChevronsDownUp,
  ChevronsUpDown,
  Eye,
  FileInput,
  FileOutput,
  Layers,
  ListFilter,
  ListTree,
  Network,
  Plus,
} from "lucide-react";
import type { ReactNode } from "react";
import { exchangeText } from "#components/messages/en/exchange";
import { facetsText } from "#components/messages/en/facets";
import { layersText } from "#components/messages/en/layers";
import { newCapabilityText } from "#components/messages/en/new-capability";
import { searchText } from "#components/messages/en/search";
import { seeAsText } from "#components/messages/en/see-as";
import { treeText } from "#components/messages/en/tree";
import { Button } from "#components/ui/button";
import { IconButton } from "#components/ui/icon-button";
import { Popover } from "#components/ui/popover";
import { SearchField } from "#components/ui/search-field";
import { countChosen } from "./facets-model";
import type { CatalogPageState } from "./use-catalog-page";

/** What is searched, filtered and drawn, and how. */
export function CatalogToolbar({ page, facets }: { page: CatalogPageState; facets: ReactNode }) {
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
              <span className={chosen === 0 ? "max-phone:sr-only" : ""}>
                {chosen === 0 ? facetsText.label : facetsText.count(chosen)}
              </span>
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
          <div className={page.view === "layers" ? "hidden" : "flex max-phone:hidden"}>
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
            <IconButton
              label={layersText.view}
              icon={<Layers size={14} />}
              isOn={page.view === "layers"}
              onPress={() => page.setView("layers")}
            />
          </div>
        </>
      ) : null}
      <IconButton
        label={seeAsText.action}
        icon={<Eye size={14} />}
        isOn={page.seeAs.choice !== null}
        onPress={() =>
          page.seeAs.see(page.seeAs.choice === null ? { tier: "question", scope: "", mode: "full" } : null)
        }
      />
      <div className="flex max-phone:hidden">
        <IconButton
          label={exchangeText.import.title}
          icon={<FileInput size={14} />}
          onPress={() => page.setExchange("import")}
        />
        <IconButton
          label={exchangeText.export.actionShown}
          icon={<FileOutput size={14} />}
          onPress={() => page.setExchange("export")}
        />
      </div>
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
