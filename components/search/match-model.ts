import type { ApiOutputs } from "#components/api";
import { searchText } from "#components/messages/en/search";
import type { Stretch } from "#components/ui/lit-text";

export type SearchResult = ApiOutputs["catalog"]["search"]["hits"][number];
type Way = SearchResult["hit"]["ways"][number];

/** One chip under a result: the way it was found and, on hover, the evidence. */
export type WayChip = { way: Way["way"]; label: string; meaning: string };

/** Words lit in one field of a hit. Pure. */
export function toStretches(hit: SearchResult["hit"], field: string): Stretch[] {
  return hit.ranges.filter((range) => range.field === field);
}

/** Every way a hit was found, each with what it rests on. Pure. */
export function toWayChips(hit: SearchResult["hit"]): WayChip[] {
  return hit.ways.map((way) => ({ way: way.way, ...describeWay(way) }));
}

/** Fields that matched beyond name and description, which are lit in place: their words, in order, once each. Pure. */
export function toHiddenFields(hit: SearchResult["hit"]): string[] {
  const fields = hit.ways.flatMap((way) => {
    if (way.way === "bm25") return way.terms.map((term) => term.field);
    return way.way === "substring" ? [way.field] : [];
  });
  return [...new Set(fields)].filter((field) => field !== "name" && field !== "description").map(toFieldWord);
}

/** A score as people compare it: two significant places at most. */
export function formatScore(score: number): string {
  return score >= 100 ? String(Math.round(score)) : score.toFixed(1);
}

function describeWay(way: Way): { label: string; meaning: string } {
  const { ways, wayMeanings } = searchText;
  switch (way.way) {
    case "bm25": {
      const terms = way.terms.map((term) =>
        searchText.term(term.term, toFieldWord(term.field), formatScore(term.score)),
      );
      return { label: ways.bm25(formatScore(way.score)), meaning: wayMeanings.bm25(way.rank, terms.join(", ")) };
    }
    case "catalog":
      return { label: ways.catalog, meaning: wayMeanings.catalog(way.chunk) };
    case "substring":
      return { label: ways.substring, meaning: wayMeanings.substring(toFieldWord(way.field)) };
    case "mention":
      return { label: ways.mention, meaning: wayMeanings.mention };
  }
}

const fieldWords: ReadonlyMap<string, string> = new Map(Object.entries(searchText.fields));

function toFieldWord(field: string): string {
  return fieldWords.get(field) ?? field;
}
