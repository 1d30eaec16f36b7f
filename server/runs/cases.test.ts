import { describe, expect, test } from "vitest";
import type { JsonValue } from "#server/capability/json";
import { findDifferences, parseCases } from "./cases";

test("a bad line is a broken case of its own and hides no other", () => {
  const text = `\uFEFF{"input": {"a": 1}, "expect": {"b": 2}, "name": "first"}

not json
{"input": {}}
{"input": 1, "expect": 1, "match": "almost"}
{"input": 1, "expect": 1, "match": "exact", "llm": {"say": {"x": 1}}}\r
`;
  expect(parseCases(text)).toMatchObject([
    { index: 0, line: 1, name: "first", kind: "case" },
    { index: 1, line: 3, name: "line 3", kind: "broken", problem: { message: expect.stringContaining("not JSON") } },
    { index: 2, line: 4, kind: "broken", problem: { message: expect.stringContaining("expect") } },
    { index: 3, line: 5, kind: "broken", problem: { message: expect.stringContaining("match") } },
    { index: 4, line: 6, kind: "case", case: { match: "exact", llm: { say: { x: 1 } } } },
  ]);
  expect(parseCases(" \n\n")).toEqual([]);
});

describe("what a case expects holds", () => {
  test.each<[string, JsonValue, JsonValue]>([
    ["a part of an object", { a: 1 }, { a: 1, b: 2 }],
    ["parts deep inside lists", { list: [{ a: 1 }, {}] }, { list: [{ a: 1, b: 2 }, { c: 3 }] }],
    ["null", { a: null }, { a: null }],
    ["an empty object of any object", {}, { a: 1 }],
    ["a plain value", "x", "x"],
  ])("%s", (_name, expected, actual) => {
    expect(findDifferences(expected, actual)).toEqual([]);
  });
});

describe("a difference is a sentence with its path", () => {
  test.each<[string, JsonValue, JsonValue | undefined, string[]]>([
    ["another value", { a: { b: 1 } }, { a: { b: 2 } }, ["a.b is 2; the case expects 1."]],
    ["an absent key", { a: 1 }, {}, ["a is nothing; the case expects 1."]],
    ["a key of the prototype", { constructor: 1 }, {}, ["constructor is nothing; the case expects 1."]],
    ["another type", { a: [1] }, { a: { 0: 1 } }, ['a is {"0":1}; the case expects [1].']],
    ["a list of another length", [1, 2], [1], ["The output has 1 items; the case expects 2."]],
    ["an item", { "odd key": [{ a: 1 }] }, { "odd key": [{ a: 2 }] }, ['["odd key"][0].a is 2; the case expects 1.']],
    ["no output at all", { a: 1 }, undefined, ['The output is nothing; the case expects {"a":1}.']],
    ["zero and false", { a: 0 }, { a: false }, ["a is false; the case expects 0."]],
  ])("%s", (_name, expected, actual, sentences) => {
    expect(findDifferences(expected, actual)).toEqual(sentences);
  });

  test("exact allows nothing more", () => {
    expect(findDifferences({ a: { b: 1 } }, { a: { b: 1, c: 2 } }, "exact")).toEqual([
      "a.c is 2; the case expects it absent.",
    ]);
  });

  test("long values and many differences say how much is left out", () => {
    const [long] = findDifferences("x", "y".repeat(500));
    expect(long).toContain("(382 more characters)");
    const many = findDifferences(
      Array.from({ length: 80 }, () => 1),
      Array.from({ length: 80 }, () => 2),
    );
    expect(many).toHaveLength(51);
    expect(many.at(-1)).toBe("30 more differences are not listed.");
  });
});
