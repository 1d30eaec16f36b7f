import type { SearchHit } from "#server/discovery/hit";
import type { CatalogView } from "./ports";

/** Hits a query, in order. */
export const HITS_PER_QUERY = 10;

type Search = {
  hits: SearchHit[];
  mentions: SearchHit[];
  refused: ReturnType<CatalogView["refusedFor"]>;
};

/** Answers one query against the view of a turn. `loop` is the focus mode the view is for. */
export type SearchMemo = (query: string, scope: { view: CatalogView; loop: string }) => Search;

/**
 * Makes the searches of one run. Every turn asks for the message again, and a revision never changes: what was searched
 * is not searched twice. At 100,000 capabilities a search is the dearest thing a turn does on its own.
 */
export function createSearchMemo(): SearchMemo {
  const found = new Map<string, Search>();
  return (query, { view, loop }) => {
    const key = JSON.stringify([view.revision, loop, query]);
    const known = found.get(key);
    if (known) return known;
    const search = {
      hits: view.index.search(query, HITS_PER_QUERY),
      mentions: view.index.mentions(query),
      refused: view.refusedFor(query, HITS_PER_QUERY),
    };
    found.set(key, search);
    return search;
  };
}
