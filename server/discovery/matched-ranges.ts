import { FIELDS, type FieldTokens } from "./bm25";
import { type FoldedText, foldWithOffsets, toFolded } from "./fold-text";
import type { MatchedRange, SearchDocument } from "./hit";

/** With the place of each in `FIELDS`. */
const SHOWN_FIELDS = [
  { field: "name", index: FIELDS.findIndex(({ name }) => name === "name") },
  { field: "description", index: FIELDS.findIndex(({ name }) => name === "description") },
  { field: "when", index: FIELDS.findIndex(({ name }) => name === "when") },
] as const;

/**
 * The stretches of a hit's shown fields to emphasise: words whose term was asked for, and the query itself where it stands
 * as plain text. In UTF-16 units of each field as given, sorted, never overlapping.
 */
export function toMatchedRanges(
  entry: SearchDocument,
  { terms, phrase, tokens }: { terms: ReadonlySet<string>; phrase: string; tokens: FieldTokens },
): MatchedRange[] {
  const needle = toFolded(phrase.trim());
  return SHOWN_FIELDS.flatMap(({ field, index }) => {
    const words = (tokens[index] ?? []).filter(({ term }) => terms.has(term));
    const text = foldWithOffsets(entry[field]);
    return mergeRanges([
      ...toOriginalRanges(words, text),
      ...toOriginalRanges(findPhrase(text.folded, needle), text),
    ]).map((range) => ({ field, ...range }));
  });
}

type Range = { start: number; end: number };

function toOriginalRanges(ranges: readonly Range[], { toOriginal }: FoldedText): Range[] {
  return ranges.map(({ start, end }) => ({ start: toOriginal(start), end: toOriginal(end) }));
}

function findPhrase(folded: string, needle: string): Range[] {
  const ranges: Range[] = [];
  if (!needle) return ranges;
  for (let from = folded.indexOf(needle); from !== -1; from = folded.indexOf(needle, from + needle.length)) {
    ranges.push({ start: from, end: from + needle.length });
  }
  return ranges;
}

function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges.sort((one, other) => one.start - other.start)) {
    const last = merged[merged.length - 1];
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}
