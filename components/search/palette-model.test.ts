import { describe, expect, test } from "vitest";
import { findCommands, toPaletteIndex } from "./palette-model";

const commands = [
  { id: "runs", label: "Runs", keywords: "executions timeline" },
  { id: "dark", label: "Dark theme", keywords: "appearance" },
  { id: "light", label: "Light theme", keywords: "appearance" },
];

describe("commands", () => {
  test.each([
    ["an empty query keeps all in order", "", ["runs", "dark", "light"]],
    ["a beginning of a word is enough", "the", ["dark", "light"]],
    ["all words must match", "dark app", ["dark"]],
    ["keywords count", "timeline", ["runs"]],
    ["the middle of a word does not match", "untime", []],
  ])("%s", (_, query, ids) => expect(findCommands(commands, query).map((command) => command.id)).toEqual(ids));
});

describe("arrow keys", () => {
  test.each([
    ["ArrowDown", 0, 3, 1],
    ["ArrowDown", 2, 3, 0],
    ["ArrowUp", 0, 3, 2],
    ["End", 0, 3, 2],
    ["Home", 2, 3, 0],
    ["ArrowDown", 0, 0, -1],
    ["x", 5, 3, 2],
  ])("%s at %i of %i goes to %i", (...[key, index, count, next]) =>
    expect(toPaletteIndex(key, index, count)).toBe(next),
  );
});
