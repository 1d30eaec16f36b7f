import { expect, test } from "vitest";
import { formatScore, type SearchResult, toExcerpt, toHiddenFields, toStretches, toWayChips } from "./match-model";

const hit: SearchResult["hit"] = {
  name: "log-triage",
  kind: "tool",
  description: "Clusters the lines of a log.",
  score: 3.21,
  ways: [
    {
      way: "bm25",
      rank: 1,
      score: 3.21,
      terms: [
        { term: "log", field: "name", score: 2.1 },
        { term: "crash", field: "utterances", score: 1.11 },
        { term: "burst", field: "utterances", score: 0.3 },
      ],
    },
    { way: "substring", field: "when", offset: 4 },
    { way: "mention", offset: 0, length: 10 },
    { way: "catalog", chunk: 2 },
  ],
  ranges: [
    { field: "name", start: 0, end: 3 },
    { field: "description", start: 22, end: 25 },
  ],
};

test("each way becomes a chip with its evidence", () => {
  expect(toWayChips(hit)).toEqual([
    {
      way: "bm25",
      label: "BM25 3.2",
      meaning: "Rank 1 by words: log in the name 2.1, crash in the utterances 1.1, burst in the utterances 0.3",
    },
    { way: "substring", label: "substring", meaning: "The whole query stands in the when text" },
    { way: "mention", label: "mention", meaning: "The query names it" },
    { way: "catalog", label: "catalog", meaning: "Chosen by the model from part 2 of the catalog" },
  ]);
});

test("stretches are those of the asked field", () => {
  expect(toStretches(hit, "description")).toEqual([{ start: 22, end: 25 }]);
});

test("fields that are not lit in place are named once", () => {
  expect(toHiddenFields(hit)).toEqual(["utterances"]);
});

test.each([
  [3.21, "3.2"],
  [0.04, "< 0.1"],
  [0, "0.0"],
  [312.6, "313"],
])("the score %s reads %s", (score, text) => expect(formatScore(score)).toBe(text));

test("an early match leaves the text whole", () => {
  expect(toExcerpt("a log of a server", [{ start: 2, end: 5 }], 100)).toEqual({
    text: "a log of a server",
    stretches: [{ start: 2, end: 5 }],
  });
});

test("a late match is brought into sight at a word's beginning, its stretch moved along", () => {
  const text = `${"word ".repeat(40)}crash at night`;
  const excerpt = toExcerpt(text, [{ start: 200, end: 205 }], 100);
  const lit = excerpt.stretches.map(({ start, end }) => excerpt.text.slice(start, end));
  expect(lit).toEqual(["crash"]);
  expect(excerpt.text.startsWith("\u2026 word ")).toBe(true);
  expect(excerpt.text.length).toBeLessThan(70);
});

test("a late match in Chinese, which has no spaces, is brought into sight too", () => {
  const excerpt = toExcerpt(`${"\u65e5".repeat(200)}\u51fa\u9519`, [{ start: 200, end: 202 }], 100);
  expect(excerpt.stretches.map(({ start, end }) => excerpt.text.slice(start, end))).toEqual(["\u51fa\u9519"]);
});
