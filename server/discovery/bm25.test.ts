import fc from "fast-check";
import { expect, test } from "vitest";
import { countDocument, createBm25Index, FIELDS, type FieldTexts } from "./bm25";
import { tokenize } from "./tokenize";

const K1 = 1.8;

/** The formula as written in the literature, over all documents, with no index. */
function scoreNaively(documents: readonly FieldTexts[], terms: readonly string[]): number[] {
  const counted = documents.map((fields) =>
    fields.map((text) => {
      const tokens = tokenize(text);
      return { terms: tokens.map(({ term }) => term), length: tokens.filter(({ isExtra }) => !isExtra).length };
    }),
  );
  const averages = FIELDS.map((_, field) => {
    const lengths = counted.map((fields) => fields[field]?.length ?? 0).filter((length) => length > 0);
    return lengths.length === 0 ? 1 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  });
  return counted.map((fields) => {
    let score = 0;
    for (const term of terms) {
      const having = counted.filter((other) => other.some((field) => field.terms.includes(term))).length;
      const idf = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
      let weighted = 0;
      FIELDS.forEach(({ weight, b }, index) => {
        const field = fields[index];
        const frequency = field?.terms.filter((word) => word === term).length ?? 0;
        if (field && frequency > 0)
          weighted += (weight * frequency) / (1 - b + (b * field.length) / (averages[index] ?? 1));
      });
      if (weighted > 0) score += (idf * weighted * (K1 + 1)) / (weighted + K1);
    }
    return score;
  });
}

const word = fc.constantFrom("log", "triage", "csv", "profile", "addPerson", "设备", "用户清单", "itgc", "run", "x1");
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
const document = fc.tuple(text, text, text, text, text, text, text);

test("the index scores like the formula, for random documents and queries", () => {
  fc.assert(
    fc.property(fc.array(document, { maxLength: 12 }), text, (documents, query) => {
      const terms = [...new Set(tokenize(query).map(({ term }) => term))];
      const naive = scoreNaively(documents, terms);
      const index = createBm25Index(documents.map(countDocument));
      const ranked = index.rank(terms, documents.length + 1);
      expect(ranked.map(({ document: found }) => found).sort()).toEqual(
        naive.flatMap((score, at) => (score > 0 ? [at] : [])).sort(),
      );
      for (const { document: found, score } of ranked) {
        expect(score).toBeCloseTo(naive[found] ?? 0, 4);
        const parts = index
          .explain(terms, (documents[found] ?? []).map(tokenize))
          .reduce((sum, part) => sum + part.score, 0);
        expect(parts).toBeCloseTo(score, 4);
      }
    }),
    { numRuns: 150 },
  );
});

test("a shorter list holds the beginning of the longer one", () => {
  fc.assert(
    fc.property(
      fc.array(document, { minLength: 1, maxLength: 20 }),
      text,
      fc.integer({ min: 1, max: 20 }),
      (documents, query, limit) => {
        const index = createBm25Index(documents.map(countDocument));
        const terms = tokenize(query).map(({ term }) => term);
        expect(index.rank(terms, limit)).toEqual(index.rank(terms, 1000).slice(0, limit));
      },
    ),
    { numRuns: 100 },
  );
});

test("documents without parameters do not make those with parameters look long", () => {
  const blank = Array.from({ length: 50 }, () => ["other", "", "", "", "", "", ""]);
  const documented = ["one", "", "", "", "", "city name for the forecast", ""];
  const alone = createBm25Index([documented, ["other", "", "", "", "", "", ""]].map(countDocument));
  const among = createBm25Index([documented, ...blank].map(countDocument));
  const shareOf = (index: typeof alone) => {
    const [best] = index.rank(["forecast"], 1);
    return (best?.score ?? 0) / Math.log(1 + (index.size - 1 + 0.5) / 1.5);
  };
  expect(shareOf(among)).toBeCloseTo(shareOf(alone), 5);
});

test("an empty index finds nothing", () => {
  const index = createBm25Index([]);
  expect(index.rank(["log"], 10)).toEqual([]);
  expect(index.startingWith("l")).toEqual([]);
});
