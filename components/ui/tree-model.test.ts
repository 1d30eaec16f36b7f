import { describe, expect, test } from "vitest";
import { findTypedRow, type TreeItem, toTreeMove, toTreeRows, toTyped } from "./tree-model";

const leaf = (id: string): TreeItem<string> => ({ id, value: id, children: [] });
const items: TreeItem<string>[] = [
  {
    id: "fs",
    value: "fs",
    children: [leaf("fs/read"), { id: "fs/deep", value: "deep", children: [leaf("fs/deep/a")] }],
  },
  { id: "web", value: "web", children: [leaf("web/fetch")] },
];

describe("rows", () => {
  test("a closed tree shows its top level only", () => {
    expect(toTreeRows(items, new Set()).map((row) => row.id)).toEqual(["fs", "web"]);
  });
  test("open nodes show their children with level, position and set size", () => {
    const rows = toTreeRows(items, new Set(["fs", "fs/deep"]));
    expect(rows.map((row) => [row.id, row.level, row.position, row.setSize])).toEqual([
      ["fs", 1, 1, 2],
      ["fs/read", 2, 1, 2],
      ["fs/deep", 2, 2, 2],
      ["fs/deep/a", 3, 1, 1],
      ["web", 1, 2, 2],
    ]);
  });
  test("ten thousand rows are flattened in reading order", () => {
    const many = [
      { id: "all", value: "all", children: Array.from({ length: 10_000 }, (_, index) => leaf(`all/${index}`)) },
    ];
    const rows = toTreeRows(many, new Set(["all"]));
    expect(rows).toHaveLength(10_001);
    expect(rows.at(-1)?.id).toBe("all/9999");
  });
});

describe("keys", () => {
  const rows = toTreeRows(items, new Set(["fs"]));
  test.each([
    ["down goes to the next row", 0, "ArrowDown", { kind: "focus", index: 1 }],
    ["up stops at the first row", 0, "ArrowUp", { kind: "focus", index: 0 }],
    ["end goes to the last row", 0, "End", { kind: "focus", index: 3 }],
    ["right on an open node goes in", 0, "ArrowRight", { kind: "focus", index: 1 }],
    ["right on a closed node opens it", 2, "ArrowRight", { kind: "expand", ids: ["fs/deep"] }],
    ["right on a leaf does nothing", 1, "ArrowRight", { kind: "none" }],
    ["left on an open node closes it", 0, "ArrowLeft", { kind: "collapse", id: "fs" }],
    ["left on a leaf goes to its parent", 1, "ArrowLeft", { kind: "focus", index: 0 }],
    ["a key without a meaning does nothing", 1, "x", { kind: "none" }],
    ["an asterisk opens the closed rows beside it", 0, "*", { kind: "expand", ids: ["web"] }],
    ["an asterisk inside a group opens its groups", 1, "*", { kind: "expand", ids: ["fs/deep"] }],
    ["with no row yet, a key goes to the first", -1, "ArrowDown", { kind: "focus", index: 0 }],
  ])("%s", (_, index, key, move) => expect(toTreeMove(rows, index, key)).toEqual(move));
});

describe("typed letters", () => {
  test.each([
    ["a letter begins a word", { text: "", at: 0 }, "L", 5_000, { text: "l", at: 5_000 }],
    ["letters soon after go on with it", { text: "lo", at: 5_000 }, "g", 5_500, { text: "log", at: 5_500 }],
    ["a letter after a pause begins anew", { text: "log", at: 5_000 }, "c", 6_000, { text: "c", at: 6_000 }],
    ["a space belongs to a word", { text: "log", at: 5_000 }, " ", 5_100, { text: "log ", at: 5_100 }],
    ["a space alone types nothing", { text: "", at: 0 }, " ", 5_000, null],
    ["j moves, so it begins no word", { text: "", at: 0 }, "j", 5_000, null],
    ["k inside a word is a letter", { text: "tas", at: 5_000 }, "k", 5_100, { text: "task", at: 5_100 }],
    ["Chinese is typed like the rest", { text: "", at: 0 }, "\u65e5", 5_000, { text: "\u65e5", at: 5_000 }],
    ["a named key types nothing", { text: "", at: 0 }, "ArrowDown", 5_000, null],
    ["the asterisk is a command", { text: "", at: 0 }, "*", 5_000, null],
    ["the slash is the page's", { text: "", at: 0 }, "/", 5_000, null],
    ["also inside a word", { text: "log", at: 5_000 }, "?", 5_100, null],
  ])("%s", (_, before, key, at, after) => expect(toTyped(before, key, at)).toEqual(after));

  const texts = ["fs", "log-report", "log-triage", "web", "Lint"];
  test.each([
    ["the next row that begins so", 0, "log", 1],
    ["the current row while it still fits", 2, "log-t", 2],
    ["round again from the end", 3, "f", 0],
    ["one letter goes on to the next row", 1, "l", 2],
    ["the same letter twice as well", 2, "ll", 4],
    ["case does not matter", 0, "li", 4],
    ["none", 0, "zz", -1],
    ["from no row at all, the first", -1, "log", 1],
  ])("%s", (_, index, typed, at) => expect(findTypedRow(texts, index, typed)).toBe(at));
});
