import { describe, expect, test } from "vitest";
import { toCatalogModel } from "./catalog-model";
import { makeCatalog, makeEntry, makeGroup } from "./testing";
import { toTreeItems } from "./tree-items";
import { findPathEdges, type GraphLayout, layoutGraph, NODE_HEIGHT, NODE_WIDTH, type PlacedNode } from "./tree-layout";

const words = { name: "", intro: "" };
const asides = { draft: words, broken: words, pending: words, shadowed: words };

function makeTree(groups: number, entriesEach: number) {
  const entries = Array.from({ length: groups * entriesEach }, (_, index) =>
    makeEntry({ name: `c${index}`, group: `g${index % groups}` }),
  );
  const nodes = Array.from({ length: groups }, (_, index) => makeGroup(`g${index}`));
  const model = toCatalogModel(makeCatalog(nodes, entries));
  return toTreeItems(model, model.items, asides);
}

function overlaps(a: PlacedNode, b: PlacedNode): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function findOverlaps(layout: GraphLayout): string[] {
  const solid = layout.nodes.filter((node) => node.kind !== "container");
  return solid.flatMap((a, index) =>
    solid.slice(index + 1).flatMap((b) => (overlaps(a, b) ? [`${a.id} and ${b.id}`] : [])),
  );
}

describe("the layout is sound", () => {
  test.each([
    ["nothing at all", 0, 0, []],
    ["one closed group", 1, 5, []],
    ["one open group", 1, 5, ["g0/"]],
    ["two open groups of several columns", 4, 40, ["g0/", "g2/"]],
    ["a group that is cut", 2, 300, ["g1/"]],
  ])("%s", (...[, groups, each, open]) => {
    const layout = layoutGraph(makeTree(groups, each), { expanded: new Set(open), leavesMax: 120, selectedId: null });
    expect(findOverlaps(layout)).toEqual([]);
    for (const node of layout.nodes) {
      expect(node.x).toBeGreaterThanOrEqual(0);
      expect(node.y).toBeGreaterThanOrEqual(0);
      expect(node.x + node.width).toBeLessThanOrEqual(layout.width);
      expect(node.y + node.height).toBeLessThanOrEqual(layout.height);
    }
    const ids = new Set(layout.nodes.map((node) => node.id));
    expect(layout.edges.filter((edge) => !ids.has(edge.from) || !ids.has(edge.to))).toEqual([]);
  });
});

test("nodes are 200 by 44", () => {
  const layout = layoutGraph(makeTree(1, 1), { expanded: new Set(["g0/"]), leavesMax: 120, selectedId: null });
  const rows = layout.nodes.filter((node) => node.kind === "row");
  expect(rows.map((node) => [node.width, node.height])).toEqual([
    [NODE_WIDTH, NODE_HEIGHT],
    [NODE_WIDTH, NODE_HEIGHT],
  ]);
});

test("members lie within their container", () => {
  const layout = layoutGraph(makeTree(1, 30), { expanded: new Set(["g0/"]), leavesMax: 120, selectedId: null });
  const container = layout.nodes.find((node) => node.kind === "container");
  const members = layout.nodes.filter((node) => node.kind === "row" && node.row.kind === "item");
  expect(members).toHaveLength(30);
  expect(members.filter((node) => container === undefined || !overlaps(node, container))).toEqual([]);
});

test("what is not drawn is counted, and the selected entry is drawn all the same", () => {
  const layout = layoutGraph(makeTree(1, 300), { expanded: new Set(["g0/"]), leavesMax: 120, selectedId: "c299" });
  expect(layout.nodes.find((node) => node.kind === "more")).toMatchObject({ count: 180 });
  expect(layout.nodes.some((node) => node.id === "c299")).toBe(true);
});

test("the selected path runs from the root through each open group to its members", () => {
  const layout = layoutGraph(makeTree(2, 3), { expanded: new Set(["g1/"]), leavesMax: 120, selectedId: "c1" });
  expect([...findPathEdges(layout, ["g1/"])]).toEqual(["root>g1/", "g1/>members:g1/"]);
});
