import { describe, expect, test } from "vitest";
import { type TreeItem, toTreeMove, toTreeRows } from "./tree-model";

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
    ["right on a closed node opens it", 2, "ArrowRight", { kind: "expand", id: "fs/deep" }],
    ["right on a leaf does nothing", 1, "ArrowRight", { kind: "none" }],
    ["left on an open node closes it", 0, "ArrowLeft", { kind: "collapse", id: "fs" }],
    ["left on a leaf goes to its parent", 1, "ArrowLeft", { kind: "focus", index: 0 }],
    ["a key without a meaning does nothing", 1, "x", { kind: "none" }],
    ["with no row yet, a key goes to the first", -1, "ArrowDown", { kind: "focus", index: 0 }],
  ])("%s", (_, index, key, move) => expect(toTreeMove(rows, index, key)).toEqual(move));
});
