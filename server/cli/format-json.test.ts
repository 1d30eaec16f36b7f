import { expect, test } from "vitest";
import type { JsonValue } from "#server/capability/json";
import { formatJson } from "./format-json";

test.each<[JsonValue, string]>([
  [null, "null"],
  ["a", '"a"'],
  [[], "[]"],
  [{}, "{}"],
  [["a", 1, null], '["a", 1, null]'],
  [{ a: ["b"] }, '{\n  "a": ["b"]\n}'],
  [[{ a: 1 }, []], '[\n  {\n    "a": 1\n  },\n  []\n]'],
])("%j is printed as the seed prints it", (value, text) => {
  expect(formatJson(value)).toBe(text);
  expect(JSON.parse(formatJson(value))).toEqual(value);
});
