import { expect, test } from "vitest";
import { toCaseLines, toFirstInput } from "./cases-model";

const file = '{"name": "one", "input": {"a": 1}}\n\nnot json\n{"input": {}}\n';

test("cases are the lines that are not blank, by the number of their line", () => {
  expect(toCaseLines(file)).toEqual([
    { line: 1, name: "one" },
    { line: 3, name: "" },
    { line: 4, name: "" },
  ]);
});

test("the first case gives its input, where it has one", () => {
  expect(toFirstInput(file)).toBe('{\n  "a": 1\n}');
  expect(toFirstInput("")).toBe(null);
  expect(toFirstInput("not json")).toBe(null);
});
