import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countChanges, diffLines, toDiffPieces, toSections } from "./line-diff";

const texts = fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 12 }).map((lines) => lines.join("\n"));

function sideOf(rows: ReturnType<typeof diffLines>, side: "before" | "after"): string[] {
  return rows.flatMap((row) => {
    const line = row.kind === "same" ? row.text : row[side];
    return line === null ? [] : [line];
  });
}

describe("diffLines", () => {
  test("keeps every line of both texts, in order", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const rows = diffLines(before, after);
        expect(sideOf(rows, "before")).toEqual(sideOf(diffLines(before, before), "before"));
        expect(sideOf(rows, "after")).toEqual(sideOf(diffLines(after, after), "after"));
      }),
    );
  });

  test("numbers the lines of each side from 1 without a gap", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const numbers = diffLines(before, after).flatMap((row) => (row.newNumber === null ? [] : [row.newNumber]));
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      }),
    );
  });

  test("finds the smallest change", () => {
    const rows = diffLines("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n");
    expect(rows.filter((row) => row.kind === "changed")).toEqual([
      { kind: "changed", oldNumber: 2, newNumber: 2, before: "b", after: "x" },
      { kind: "changed", oldNumber: null, newNumber: 5, before: null, after: "e" },
    ]);
    expect(countChanges(rows)).toEqual({ added: 2, removed: 1 });
  });

  test("shows a file that came or went as all added or all removed", () => {
    expect(countChanges(diffLines(null, "a\nb\n"))).toEqual({ added: 2, removed: 0 });
    expect(countChanges(diffLines("a\nb\n", null))).toEqual({ added: 0, removed: 2 });
  });

  test("tells a missing last line break from a present one", () => {
    expect(diffLines("a\n", "a").some((row) => row.kind === "changed")).toBe(true);
  });

  test("answers two large texts without a line in common as one block", () => {
    const lines = (word: string) => Array.from({ length: 5_000 }, (_, index) => `${word} ${index}\n`).join("");
    expect(countChanges(diffLines(lines("old"), lines("new")))).toEqual({ added: 5_000, removed: 5_000 });
  });
});

test("unchanged lines far from a change are folded, the rest is drawn", () => {
  const before = Array.from({ length: 30 }, (_, index) => `${index}\n`).join("");
  const sections = toSections(diffLines(before, before.replace("15\n", "fifteen\n")));
  expect(sections.map((section) => [section.kind, section.rows.length])).toEqual([
    ["folded", 12],
    ["rows", 7],
    ["folded", 11],
  ]);
});

test("only the part of a line that differs is lit", () => {
  expect(toDiffPieces("timeout_ms: 30000", "timeout_ms: 60000")).toEqual([
    { text: "timeout_ms: ", isChanged: false },
    { text: "3", isChanged: true },
    { text: "0000", isChanged: false },
  ]);
  expect(toDiffPieces("abc", "xyz")).toEqual([{ text: "abc", isChanged: false }]);
});
