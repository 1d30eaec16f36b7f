import { toFolded } from "./fold-text";
import { isUnspaced } from "./tokenize";

type SubstringHit = {
  document: number;
  field: string /** Offset in the folded text of the field. */;
  offset: number;
};

export type SubstringIndex = {
  /**
   * Documents that hold the query as it stands (folded) and are wanted, in document order, at most `limit`, one place each.
   */
  find(query: string, limit: number, isWanted?: (document: number) => boolean): SubstringHit[];
};

/** Separates fields; folding never makes it, so no query matches across a border. */
const BORDER = "\u0000";

/**
 * The plain scan for what words cannot find: the middle of a word, punctuation, scripts without spaces. All text lies in one
 * string, so a scan is one native search. A Latin query of one or two letters must begin a word: anything else would
 * answer with everything (field-notes 17).
 */
export function createSubstringIndex(documents: readonly { field: string; text: string }[][]): SubstringIndex {
  const starts: number[] = [];
  const places: { document: number; field: string }[] = [];
  const pieces: string[] = [];
  let length = 0;
  documents.forEach((fields, document) => {
    for (const { field, text } of fields) {
      if (!text) continue;
      const folded = toFolded(text);
      starts.push(length);
      places.push({ document, field });
      pieces.push(folded);
      length += folded.length + BORDER.length;
    }
  });
  const haystack = pieces.join(BORDER);

  return {
    find(query, limit, isWanted = () => true) {
      const { needle, atWordStart } = toNeedle(query);
      const hits: SubstringHit[] = [];
      if (!needle || needle.includes(BORDER)) return hits;
      let from = haystack.indexOf(needle);
      while (from !== -1 && hits.length < limit) {
        const index = lastAtOrBefore(starts, from);
        const place = places[index];
        if (place && (!atWordStart || isWordStart(haystack, from))) {
          if (isWanted(place.document)) hits.push({ ...place, offset: from - (starts[index] ?? 0) });
          let next = index + 1;
          while (places[next]?.document === place.document) next += 1;
          from = haystack.indexOf(needle, starts[next] ?? haystack.length);
        } else {
          from = haystack.indexOf(needle, from + 1);
        }
      }
      return hits;
    },
  };
}

/** Where one document holds the query, by the same rule as the index; undefined when it does not. */
export function findSubstring(
  fields: readonly { field: string; text: string }[],
  query: string,
): { field: string; offset: number } | undefined {
  const { needle, atWordStart } = toNeedle(query);
  if (!needle) return undefined;
  for (const { field, text } of fields) {
    const folded = toFolded(text);
    let offset = folded.indexOf(needle);
    while (offset !== -1 && atWordStart && !isWordStart(folded, offset)) offset = folded.indexOf(needle, offset + 1);
    if (offset !== -1) return { field, offset };
  }
  return undefined;
}

function toNeedle(query: string): { needle: string; atWordStart: boolean } {
  const needle = toFolded(query.trim());
  return { needle, atWordStart: needle.length < 3 && !isUnspaced(needle) };
}

function isWordStart(text: string, offset: number): boolean {
  const before = text[offset - 1];
  return before === undefined || !/[\p{L}\p{N}]/u.test(before);
}

function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
