import { type Token, tokenize } from "./tokenize";

/**
 * Fields with their weight and how much a long one counts less (`b`). Tuned on the dev half of the five public sets in
 * shared/data/search; repeat with `npx tsx bench/search.ts`.
 */
export const FIELDS = [
  { name: "name", weight: 4.8, b: 0.3 },
  { name: "title", weight: 0.7, b: 0.5 },
  { name: "description", weight: 1.35, b: 0.7 },
  { name: "when", weight: 1.35, b: 0.7 },
  { name: "keywords", weight: 1.35, b: 0.5 },
  { name: "parameters", weight: 0.7, b: 0.6 },
  { name: "utterances", weight: 1.2, b: 0.7 },
] as const;

type FieldName = (typeof FIELDS)[number]["name"];

/** How fast a repeated word stops to add. */
const K1 = 1.8;

/** The fields of one document as text, in the order of `FIELDS`. */
export type FieldTexts = readonly string[];

/** The same fields taken apart. */
export type FieldTokens = readonly (readonly Token[])[];

type TermScore = { term: string; field: FieldName; score: number };

export type Bm25Index = {
  readonly size: number;
  /**
   * Scores of the documents that hold at least one of the terms, best first; ties keep the order of the documents.
   * `isWanted` is asked only about a document that is good enough to be among the best.
   */
  rank(
    terms: readonly string[],
    limit: number,
    isWanted?: (document: number) => boolean,
  ): { document: number; score: number }[];
  /** How much of a document's score each term brought in each field; sums to the score of `rank`. */
  explain(terms: readonly string[], fields: FieldTokens): TermScore[];
  has(term: string): boolean;
  /** Terms of the index that begin with the prefix, sorted. */
  startingWith(prefix: string): string[];
};

type FieldCounts = { counts: Map<string, number>; length: number };

/** The words of one document with their number in each field. Small, so that it is kept while the document lives. */
export type CountedDocument = {
  /** One row per (field, word), in the order of the fields. */
  words: readonly string[];
  fields: readonly number[];
  counts: readonly number[];
  /** Words in each field. */
  lengths: readonly number[];
};

/** Takes a document apart and counts its words: nine tenths of what building an index costs (30 Nov 2026, 10,000 entries). */
export function countDocument(texts: FieldTexts): CountedDocument {
  const words: string[] = [];
  const fields: number[] = [];
  const counts: number[] = [];
  const lengths = texts.map((text, field) => {
    if (!text) return 0;
    const counted = countTokens(tokenize(text));
    for (const [word, count] of counted.counts) {
      words.push(word);
      fields.push(field);
      counts.push(count);
    }
    return counted.length;
  });
  return { words, fields, counts, lengths };
}

/**
 * Builds a BM25F index: one impact per (term, document), computed once, so that a search only adds numbers. A field's
 * average length counts the documents that have the field: averaged over all, a catalog of which half has no parameters
 * would punish the half that documents them (stack.md, "a trap").
 */
export function createBm25Index(documents: readonly CountedDocument[]): Bm25Index {
  const occurrences = collectOccurrences(documents);
  const { termIds, averages } = occurrences;
  const postings = toPostings(occurrences);
  const scores = new Float64Array(documents.length);
  let sortedTerms: string[] | undefined;

  const idfOf = (termId: number) => {
    const frequency = at(postings.offsets, termId + 1) - at(postings.offsets, termId);
    return Math.log(1 + (documents.length - frequency + 0.5) / (frequency + 0.5));
  };

  return {
    size: documents.length,
    rank(terms, limit, isWanted) {
      const touched: number[] = [];
      for (const term of terms) {
        const termId = termIds.get(term);
        if (termId === undefined) continue;
        const idf = idfOf(termId);
        const end = at(postings.offsets, termId + 1);
        for (let posting = at(postings.offsets, termId); posting < end; posting += 1) {
          const document = at(postings.documents, posting);
          if (scores[document] === 0) touched.push(document);
          scores[document] = at(scores, document) + idf * at(postings.impacts, posting);
        }
      }
      const best = selectBest(touched, scores, { limit, isWanted });
      for (const document of touched) scores[document] = 0;
      return best;
    },
    explain(terms, fields) {
      const counted = fields.map(countTokens);
      return terms.flatMap((term) => {
        const termId = termIds.get(term);
        if (termId === undefined) return [];
        const shares = counted.map((field, index) => shareOf(field, term, { index, average: at(averages, index) }));
        const total = shares.reduce((sum, share) => sum + share, 0);
        if (total === 0) return [];
        const score = idfOf(termId) * toImpact(total);
        return FIELDS.flatMap(({ name }, index) => {
          const share = shares[index] ?? 0;
          return share > 0 ? [{ term, field: name, score: (score * share) / total }] : [];
        });
      });
    },
    has: (term) => termIds.has(term),
    startingWith(prefix) {
      sortedTerms ??= [...termIds.keys()].sort();
      const found: string[] = [];
      for (let index = lowerBound(sortedTerms, prefix); index < sortedTerms.length; index += 1) {
        const term = sortedTerms[index];
        if (!term?.startsWith(prefix)) break;
        found.push(term);
      }
      return found;
    },
  };
}

type Occurrences = {
  termIds: Map<string, number>;
  /** One row per (document, field, term), in document order. */
  rows: { term: Int32Array; document: Int32Array; field: Uint8Array; share: Float32Array; count: number };
  averages: Float64Array;
};

/** First pass: gathers words and field lengths. Shares are filled once the averages are known. */
function collectOccurrences(documents: readonly CountedDocument[]): Occurrences {
  const termIds = new Map<string, number>();
  const term = new GrowingInts();
  const place = new GrowingInts();
  const frequency = new GrowingInts();
  const lengths = new Int32Array(documents.length * FIELDS.length);
  documents.forEach(({ words, fields, counts, lengths: own }, document) => {
    lengths.set(own, document * FIELDS.length);
    words.forEach((word, row) => {
      let termId = termIds.get(word);
      if (termId === undefined) {
        termId = termIds.size;
        termIds.set(word, termId);
      }
      term.push(termId);
      place.push(document * FIELDS.length + at(fields, row));
      frequency.push(at(counts, row));
    });
  });

  const averages = averageLengths(lengths);
  const rows = {
    term: term.values,
    document: new Int32Array(term.length),
    field: new Uint8Array(term.length),
    share: new Float32Array(term.length),
    count: term.length,
  };
  for (let row = 0; row < term.length; row += 1) {
    const where = at(place.values, row);
    const field = where % FIELDS.length;
    rows.document[row] = Math.floor(where / FIELDS.length);
    rows.field[row] = field;
    rows.share[row] = toShare(at(frequency.values, row), at(lengths, where), {
      index: field,
      average: at(averages, field),
    });
  }
  return { termIds, rows, averages };
}

type Postings = { offsets: Int32Array; documents: Int32Array; impacts: Float32Array };

/** Second pass: a counting sort by term; the fields of one document fall together since rows come in document order. */
function toPostings({ termIds, rows }: Occurrences): Postings {
  const starts = new Int32Array(termIds.size + 1);
  for (let row = 0; row < rows.count; row += 1) {
    const slot = at(rows.term, row) + 1;
    starts[slot] = at(starts, slot) + 1;
  }
  for (let term = 0; term < termIds.size; term += 1) starts[term + 1] = at(starts, term + 1) + at(starts, term);
  const order = new Int32Array(rows.count);
  const next = starts.slice();
  for (let row = 0; row < rows.count; row += 1) {
    const term = at(rows.term, row);
    order[at(next, term)] = row;
    next[term] = at(next, term) + 1;
  }

  const offsets = new Int32Array(termIds.size + 1);
  const documents = new Int32Array(rows.count);
  const impacts = new Float32Array(rows.count);
  let length = 0;
  for (let term = 0; term < termIds.size; term += 1) {
    const from = length;
    for (let sorted = at(starts, term); sorted < at(starts, term + 1); sorted += 1) {
      const row = at(order, sorted);
      const document = at(rows.document, row);
      if (length === from || documents[length - 1] !== document) {
        documents[length] = document;
        length += 1;
      }
      impacts[length - 1] = at(impacts, length - 1) + at(rows.share, row);
    }
    for (let posting = from; posting < length; posting += 1) impacts[posting] = toImpact(at(impacts, posting));
    offsets[term + 1] = length;
  }
  return { offsets, documents: documents.slice(0, length), impacts: impacts.slice(0, length) };
}

function countTokens(tokens: readonly Token[]): FieldCounts {
  const counts = new Map<string, number>();
  let length = 0;
  for (const { term, isExtra } of tokens) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
    if (!isExtra) length += 1;
  }
  return { counts, length };
}

function averageLengths(lengths: Int32Array): Float64Array {
  const sums = new Float64Array(FIELDS.length);
  const having = new Float64Array(FIELDS.length);
  for (let index = 0; index < lengths.length; index += 1) {
    const length = at(lengths, index);
    if (length === 0) continue;
    const field = index % FIELDS.length;
    sums[field] = at(sums, field) + length;
    having[field] = at(having, field) + 1;
  }
  return sums.map((sum, field) => (having[field] ? sum / at(having, field) : 1));
}

type FieldPlace = { index: number; average: number };

function shareOf({ counts, length }: FieldCounts, term: string, field: FieldPlace): number {
  const count = counts.get(term);
  return count === undefined ? 0 : toShare(count, length, field);
}

function toShare(count: number, length: number, { index, average }: FieldPlace): number {
  const field = FIELDS[index];
  return field === undefined ? 0 : (field.weight * count) / (1 - field.b + (field.b * length) / average);
}

function toImpact(share: number): number {
  return (share * (K1 + 1)) / (share + K1);
}

/** The `limit` best of the touched documents, by insertion into a short sorted list: no sort over thousands. */
function selectBest(
  touched: readonly number[],
  scores: Float64Array,
  { limit, isWanted }: { limit: number; isWanted: ((document: number) => boolean) | undefined },
): { document: number; score: number }[] {
  const best: { document: number; score: number }[] = [];
  for (const document of touched) {
    const score = at(scores, document);
    const last = best[best.length - 1];
    if (best.length >= limit && last && !isBefore({ document, score }, last)) continue;
    if (isWanted && !isWanted(document)) continue;
    let position = best.length;
    for (let above = best[position - 1]; above && isBefore({ document, score }, above); above = best[position - 1])
      position -= 1;
    best.splice(position, 0, { document, score });
    if (best.length > limit) best.pop();
  }
  return best;
}

function isBefore(one: { document: number; score: number }, other: { document: number; score: number }): boolean {
  return one.score > other.score || (one.score === other.score && one.document < other.document);
}

function lowerBound(sorted: readonly string[], value: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Indexed read of a typed array whose bounds the caller knows. */
function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}

/** An Int32Array that doubles when it is full: ten million rows would not fit in an ordinary array. */
class GrowingInts {
  #values = new Int32Array(1024);
  length = 0;

  get values(): Int32Array {
    return this.#values;
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }
}
