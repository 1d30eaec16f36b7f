"use client";

import { type KeyboardEvent, useId, useRef } from "react";
import { findProblem } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { searchText } from "#components/messages/en/search";
import type { SearchResult } from "#components/search/match-model";
import { SearchResultView } from "#components/search/search-result";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorPanel } from "#components/ui/error-panel";
import { formatDuration } from "#components/ui/format";
import { joinClasses } from "#components/ui/join-classes";
import { SkeletonRows } from "#components/ui/skeleton";
import { type CatalogItem, type CatalogModel, findItem, toItemId } from "./catalog-model";
import type { CatalogSearch } from "./use-catalog-search";

export type SearchResultsProps = {
  search: CatalogSearch;
  /** The catalog a result is looked up in; null until it is there, and then none is left out. */
  model: CatalogModel | null;
  /** What the facets and the eyes it is seen through let pass. */
  isShown: (item: CatalogItem) => boolean;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onOpen: (name: string) => void;
  onClear: () => void;
};

/** Results of the page's search, best first, each with why it matched; facets filter them. */
export function SearchResults({ search, model, isShown, selectedId, onSelect, onOpen, onClear }: SearchResultsProps) {
  const problem = findProblem(search.error);
  if (problem !== null) return <ErrorPanel {...toProblemText(problem, searchText.failedMeaning)} className="m-3" />;
  if (search.data === undefined) return <SkeletonRows rows={12} label={searchText.loading} />;
  const results = search.data.hits.filter((result) => {
    const item = model === null ? undefined : findItem(model, toResultId(result));
    return item === undefined || isShown(item);
  });
  if (results.length === 0) {
    return (
      <EmptyState
        sentence={`${searchText.none(search.asked)} ${searchText.noneHint}`}
        action={<Button onPress={onClear}>{searchText.clear}</Button>}
      />
    );
  }
  return (
    <>
      <p role="status" className="border-line border-b px-3 py-1 text-meta text-muted">
        {searchText.results(results.length, search.data.searched, formatDuration(search.data.durationMs))}
      </p>
      <ResultList results={results} selectedId={selectedId} onSelect={onSelect} onOpen={onOpen} />
    </>
  );
}

/** A host tool has no folder; its id in the catalog is its place in the tree, which the hit does not know: its name will do. */
function toResultId({ hit, entry }: SearchResult): string {
  return entry === null ? hit.name : toItemId(entry);
}

type ResultListProps = Pick<SearchResultsProps, "selectedId" | "onSelect" | "onOpen"> & {
  results: readonly SearchResult[];
};

function ResultList({ results, selectedId, onSelect, onOpen }: ResultListProps) {
  const domId = useId();
  const list = useRef<HTMLDivElement>(null);
  const selectedIndex = results.findIndex((result) => toResultId(result) === selectedId);
  const best = Math.max(...results.map((result) => result.hit.score));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const step =
      event.key === "ArrowDown" || event.key === "j" ? 1 : event.key === "ArrowUp" || event.key === "k" ? -1 : 0;
    const current = results[selectedIndex];
    if (event.key === "Enter" && current) onOpen(current.hit.name);
    const next = results[Math.max(0, Math.min(results.length - 1, selectedIndex + step))];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onSelect(toResultId(next));
    list.current?.querySelector(`[data-result="${CSS.escape(next.hit.name)}"]`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={searchText.label}
      tabIndex={0}
      aria-activedescendant={selectedIndex === -1 ? undefined : `${domId}-${selectedIndex}`}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
    >
      {results.map((result, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are answered by the listbox, which holds the focus
        <div
          key={result.hit.name}
          id={`${domId}-${index}`}
          role="option"
          tabIndex={-1}
          data-result={result.hit.name}
          aria-selected={index === selectedIndex}
          onClick={() => onSelect(toResultId(result))}
          onDoubleClick={() => onOpen(result.hit.name)}
          className={joinClasses(
            "cursor-default border-line border-b px-3 py-0.5",
            index === selectedIndex ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-hover",
          )}
        >
          <SearchResultView result={result} best={best} />
        </div>
      ))}
    </div>
  );
}
