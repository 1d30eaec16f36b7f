import type { ApiOutputs } from "#components/api";
import { searchText } from "#components/messages/en/search";
import type { Stretch } from "#components/ui/lit-text";

export type SearchResult = ApiOutputs["catalog"]["search"]["hits"][number];
type Way = SearchResult["hit"]["ways"][number];

/** One chip under a result: the way it was found and, on hover, the evidence. */
export type WayChip = { way: Way["way"]; label: string; meaning: string };

const LIT_FIELDS = ["name", "description", "when"];

/** Words lit in one field of a hit. Pure. */
export function toStretches(hit: SearchResult["hit"], field: string): Stretch[] {
  return hit.ranges.filter((range) => range.field === field).map(({ start, end }) => ({ start, end }));
}

const CONTEXT_CHARACTERS = 40;

/**
 * A text that is shown in one line, cut at its front so that the first matched word is in sight; the stretches move along.
 * A text whose match begins early stays whole. Pure.
 */
export function toExcerpt(text: string, stretches: readonly Stretch[], characters: number): LitExcerpt {
  const first = stretches[0];
  if (first === undefined || first.start < characters - CONTEXT_CHARACTERS) return { text, stretches };
  const around = Math.max(0, first.start - CONTEXT_CHARACTERS);
  const space = text.indexOf(" ", around);
  const from = space !== -1 && space < first.start ? space + 1 : around;
  const shift = from - ELLIPSIS.length;
  return {
    text: ELLIPSIS + text.slice(from),
    stretches: stretches.map(({ start, end }) => ({ start: start - shift, end: end - shift })),
  };
}

const ELLIPSIS = "\u2026 ";
export type LitExcerpt = { text: string; stretches: readonly Stretch[] };

/** Every way a hit was found, each with what it rests on. Pure. */
export function toWayChips(hit: SearchResult["hit"]): WayChip[] {
  return hit.ways.map((way) => ({ way: way.way, ...describeWay(way) }));
}

/** Fields that matched and are not lit in place: their words, in order, once each. Pure. */
export function toHiddenFields(hit: SearchResult["hit"]): string[] {
  const fields = hit.ways.flatMap((way) => {
    if (way.way === "bm25") return way.terms.map((term) => term.field);
    return way.way === "substring" ? [way.field] : [];
  });
  return [...new Set(fields)].filter((field) => !LIT_FIELDS.includes(field)).map(toFieldWord);
}

/** A score as people compare it: two significant places at most, and never a nought for what did match. */
export function formatScore(score: number): string {
  if (score > 0 && score < 0.05) return "< 0.1";
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
