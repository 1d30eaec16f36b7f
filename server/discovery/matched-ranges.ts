import { foldWithOffsets, toFolded } from "./fold-text";
import type { MatchedRange, SearchDocument } from "./hit";
import { tokenize } from "./tokenize";

const SHOWN_FIELDS = ["name", "description", "when"] as const;

/**
 * The stretches of a hit's shown fields to emphasise: words whose term was asked for, and the query itself where it stands
 * as plain text. In UTF-16 units of each field as given, sorted, never overlapping.
 */
export function toMatchedRanges(
  entry: SearchDocument,
  { terms, phrase }: { terms: ReadonlySet<string>; phrase: string },
): MatchedRange[] {
  return SHOWN_FIELDS.flatMap((field) =>
    mergeRanges([...toWordRanges(entry[field], terms), ...toPhraseRanges(entry[field], phrase)]).map((range) => ({
      field,
      ...range,
    })),
  );
}

type Range = { start: number; end: number };

function toWordRanges(text: string, terms: ReadonlySet<string>): Range[] {
  if (terms.size === 0) return [];
  const { toOriginal } = foldWithOffsets(text);
  return tokenize(text)
    .filter(({ term }) => terms.has(term))
    .map(({ start, end }) => ({ start: toOriginal(start), end: toOriginal(end) }));
}

function toPhraseRanges(text: string, phrase: string): Range[] {
  const needle = toFolded(phrase.trim());
  const { folded, toOriginal } = foldWithOffsets(text);
  if (!needle || needle.length > folded.length) return [];
  const ranges: Range[] = [];
  for (let from = folded.indexOf(needle); from !== -1; from = folded.indexOf(needle, from + needle.length)) {
    ranges.push({ start: toOriginal(from), end: toOriginal(from + needle.length) });
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
