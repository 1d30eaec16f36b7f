import { expect, test } from "vitest";
import { toChanges, toFileOrder, toPathFault } from "./draft-model";

test("changes are what differs, what is new and what is gone; files that are not text stay as they are", () => {
  const saved = new Map<string, string | null>([
    ["CAPABILITY.yaml", "name: a"],
    ["gone.md", "x"],
    ["logo.png", null],
  ]);
  const buffer = new Map<string, string | null>([
    ["CAPABILITY.yaml", "name: b"],
    ["logo.png", null],
    ["new.md", ""],
  ]);
  expect(toChanges(saved, buffer)).toEqual([
    { path: "CAPABILITY.yaml", text: "name: b" },
    { path: "new.md", text: "" },
    { path: "gone.md", text: null },
  ]);
});

test("files stand in the order contract, program, helpers, prompts, cases, the rest", () => {
  expect(
    toFileOrder(["notes.txt", "cases.jsonl", "prompts/b.md", "impl/a.mjs", "impl/run.mjs", "CAPABILITY.yaml"]),
  ).toEqual(["CAPABILITY.yaml", "impl/run.mjs", "impl/a.mjs", "prompts/b.md", "cases.jsonl", "notes.txt"]);
});

test.each([
  ["", "empty"],
  ["cases.jsonl", "taken"],
  ["../secrets", "place"],
  ["/etc/passwd", "place"],
  ["a//b", "place"],
  ["impl\\run.mjs", "place"],
  ["prompts/explain.md", null],
])("a new file at %j is %s", (path, fault) => expect(toPathFault(path, new Map([["cases.jsonl", ""]]))).toBe(fault));
