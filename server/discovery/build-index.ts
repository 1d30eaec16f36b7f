import { type CountedDocument, countDocument, createBm25Index, type FieldTexts, type FieldTokens } from "./bm25";
import { findRequest } from "./find-request";
import type { MatchedRange, MatchWay, SearchDocument, SearchHit, SearchIndex } from "./hit";
import { toMatchedRanges } from "./matched-ranges";
import { createMentionIndex } from "./mention";
import { createNearestIndex } from "./nearest";
import { createSubstringIndex, findSubstring } from "./substring";
import { isUnspaced, tokenize, tokenizeQuery } from "./tokenize";

const LIMIT_DEFAULT = 10;
/** A query word must have this many characters before it may stand for the words it begins. */
const PREFIX_LENGTH_MIN = 3;
/** Documents kept taken apart for explaining hits: that is two thirds of a search's time, and the same ones are found again. */
const TOKENS_KEPT = 512;
const NO_TERMS: ReadonlySet<string> = new Set();

/**
 * Builds the index over one catalog revision (design.md 1 "catalog revision", domain.md 1.12). Documents of one kind and name
 * count once, the first. Search is BM25 over all fields; where that leaves room, documents that hold the query as plain
 * text follow, so a substring never stands above a word match. Each hit names every way that found it. Of a message with
 * pasted data only the request is searched, unless it alone finds nothing.
 * Contract: a document object never changes. Its words are counted once, so an index over mostly the same objects costs a
 * fifth: 145 ms of processor time against 760 at 10,000 entries (30 Nov 2026, Node 20; bench/search.ts, "one edit").
 */
export function buildSearchIndex(documents: readonly SearchDocument[]): SearchIndex {
  const entries = withoutRepeats(documents);
  const texts = entries.map(toFieldTexts);
  const bm25 = createBm25Index(entries.map((entry, document) => countOnce(entry, texts[document] ?? [])));
  const scanned = entries.map(toScannedFields);
  const substrings = createSubstringIndex(scanned);
  const mentions = createMentionIndex(entries);
  const nearest = createNearestIndex([...new Set(entries.map(({ name }) => name))]);

  const taken = new Map<number, FieldTokens>();
  const tokensOf = (document: number): FieldTokens => {
    const known = taken.get(document);
    if (known) return known;
    if (taken.size >= TOKENS_KEPT) taken.clear();
    const tokens = (texts[document] ?? []).map(tokenize);
    taken.set(document, tokens);
    return tokens;
  };

  const toTerms = (query: string): string[] => {
    const terms = tokenizeQuery(query);
    return [...new Set(terms.flatMap((term) => [term, ...(canStandForMore(term) ? bm25.startingWith(term) : [])]))];
  };
  const findTerms = (query: string): string[] => {
    const terms = toTerms(findRequest(query));
    return terms.some((term) => bm25.has(term)) ? terms : toTerms(query);
  };
  const canStandForMore = (term: string) => term.length >= PREFIX_LENGTH_MIN && !isUnspaced(term) && !bm25.has(term);

  return {
    size: entries.length,
    search(query, limit, isWanted) {
      const isWantedAt = isWanted && toDocumentFilter(entries, isWanted);
      const count = limit <= 0 ? LIMIT_DEFAULT : limit;
      const terms = findTerms(query);
      const termSet = new Set(terms);
      const mentioned = new Map(mentions.find(query).map((mention) => [mention.document, mention]));
      const found = new Map<number, { score: number; ways: MatchWay[] }>();
      bm25.rank(terms, count, isWantedAt).forEach(({ document, score: exact }, index) => {
        const score = toShort(exact);
        const scores = bm25.explain(terms, tokensOf(document)).map((part) => ({ ...part, score: toShort(part.score) }));
        const ways: MatchWay[] = [{ way: "bm25", rank: index + 1, score, terms: scores }];
        const place = findSubstring(scanned[document] ?? [], query);
        if (place) ways.push({ way: "substring", ...place });
        found.set(document, { score, ways });
      });
      for (const { document, ...place } of found.size < count ? substrings.find(query, count, isWantedAt) : []) {
        if (found.size < count && !found.has(document)) {
          found.set(document, { score: 0, ways: [{ way: "substring", ...place }] });
        }
      }
      return [...found].flatMap(([document, { score, ways }]) => {
        const entry = entries[document];
        if (!entry) return [];
        const mention = mentioned.get(document);
        if (mention) ways.push({ way: "mention", offset: mention.offset, length: mention.length });
        return [
          toHit(entry, {
            score,
            ways,
            ranges: toMatchedRanges(entry, { terms: termSet, phrase: query, tokens: tokensOf(document) }),
          }),
        ];
      });
    },
    mentions(text) {
      return mentions.find(text).flatMap(({ document, offset, length }) => {
        const entry = entries[document];
        if (!entry) return [];
        const ways: MatchWay[] = [{ way: "mention", offset, length }];
        const ranges = toMatchedRanges(entry, {
          terms: NO_TERMS,
          phrase: text.slice(offset, offset + length),
          tokens: [],
        });
        return [toHit(entry, { score: 0, ways, ranges })];
      });
    },
    nearest: (identifier, limit) => nearest.find(identifier, limit),
  };
}

/** Four digits are more than anybody compares; seventeen were a third of what a turn stores about its search. */
function toShort(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

/** The same document is in two indexes of a revision and, unchanged, in those of the next. */
const counted = new WeakMap<SearchDocument, CountedDocument>();

function countOnce(entry: SearchDocument, texts: FieldTexts): CountedDocument {
  const known = counted.get(entry);
  if (known) return known;
  const made = countDocument(texts);
  counted.set(entry, made);
  return made;
}

function toDocumentFilter(
  entries: readonly SearchDocument[],
  isWanted: (name: string, kind: SearchDocument["kind"]) => boolean,
): (document: number) => boolean {
  return (document) => {
    const entry = entries[document];
    return entry !== undefined && isWanted(entry.name, entry.kind);
  };
}

function withoutRepeats(documents: readonly SearchDocument[]): SearchDocument[] {
  const seen = new Set<string>();
  return documents.filter(({ kind, name }) => {
    const key = `${kind}:${name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function toFieldTexts(entry: SearchDocument): FieldTexts {
  return [
    entry.name,
    entry.title,
    entry.description,
    entry.when,
    entry.keywords.join(" \n "),
    entry.parameters,
    entry.utterances.join(" \n "),
  ];
}

function toScannedFields(entry: SearchDocument): { field: string; text: string }[] {
  return [
    { field: "name", text: entry.name },
    { field: "title", text: entry.title },
    { field: "description", text: entry.description },
    { field: "when", text: entry.when },
    ...entry.keywords.map((text) => ({ field: "keywords", text })),
    ...entry.utterances.map((text) => ({ field: "utterances", text })),
  ];
}

function toHit(
  { name, kind, description }: SearchDocument,
  match: { score: number; ways: MatchWay[]; ranges: MatchedRange[] },
): SearchHit {
  return { name, kind, description, ...match };
}
