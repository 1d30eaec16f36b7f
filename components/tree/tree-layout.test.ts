import { describe, expect, test } from "vitest";
import { toCatalogModel } from "./catalog-model";
import { deriveOutline, type GraphPage, NODES_MAX } from "./graph-outline";
import { NODE_HEIGHT, NODE_WIDTH } from "./graph-sizes";
import { packColumns } from "./pack-columns";
import { makeCatalog, makeEntry, makeGroup } from "./testing";
import { findOpenDepth, toGroupIds, toGroupIdsAbove, toTreeItems } from "./tree-items";
import { findPathEdges, type GraphLayout, layoutGraph, type PlacedNode } from "./tree-layout";

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

type Asked = { open?: readonly string[]; selectedId?: string; pages?: ReadonlyMap<string, GraphPage> };

function outlineOf(tree: ReturnType<typeof makeTree>, { open = [], selectedId, pages = new Map() }: Asked = {}) {
  return deriveOutline(tree, { expanded: new Set(open), selectedId: selectedId ?? null, pages });
}

const layoutOf = (tree: ReturnType<typeof makeTree>, asked?: Asked) => layoutGraph(outlineOf(tree, asked).root);

function overlaps(a: PlacedNode, b: PlacedNode): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function findOverlaps(layout: GraphLayout): string[] {
  const solid = layout.nodes.filter((node) => node.kind !== "container");
  return solid.flatMap((a, index) =>
    solid.slice(index + 1).flatMap((b) => (overlaps(a, b) ? [`${a.id} and ${b.id}`] : [])),
  );
}

/** Lines that pass through a node which they do not join; a container's own line ends at its border. */
function findCrossings({ nodes, edges }: GraphLayout): string[] {
  return edges.flatMap(({ id, points }) =>
    points.slice(1).flatMap((to, at) => {
      const from = points[at] ?? to;
      const line = {
        x: Math.min(from.x, to.x) + 1,
        y: Math.min(from.y, to.y),
        width: Math.abs(from.x - to.x) - 2,
        height: Math.abs(from.y - to.y),
      };
      const isCrossed = (node: PlacedNode) =>
        node.x < line.x + Math.max(0, line.width) &&
        line.x < node.x + node.width &&
        node.y < line.y + Math.max(1, line.height) &&
        line.y < node.y + node.height;
      return nodes.filter(isCrossed).map((node) => `${id} crosses ${node.id}`);
    }),
  );
}

const everyGroup = (groups: number) => Array.from({ length: groups }, (_, index) => `g${index}/`);

describe("the layout is sound and never draws more than it may", () => {
  test.each([
    ["nothing at all", 0, 0, []],
    ["one closed group", 1, 5, []],
    ["one open group", 1, 5, ["g0/"]],
    ["two open groups of several columns", 4, 40, ["g0/", "g2/"]],
    ["a group that is cut", 2, 600, ["g1/"]],
    ["more groups than can be drawn", 400, 2, []],
    ["more open groups than can show members", 60, 90, everyGroup(60)],
    ["5,000 entries in a few open groups", 5, 1_000, everyGroup(5)],
    ["hundreds of open groups", 500, 10, everyGroup(500)],
  ])("%s", (...[, groups, each, open]) => {
    const tree = makeTree(groups, each);
    const outline = outlineOf(tree, { open });
    const layout = layoutGraph(outline.root);
    expect(layout.nodes.length).toBeLessThanOrEqual(NODES_MAX);
    expect(outline.nodes).toBe(layout.nodes.length);
    expect(findOverlaps(layout)).toEqual([]);
    expect(findCrossings(layout)).toEqual([]);
    for (const node of layout.nodes) {
      expect(node.x).toBeGreaterThanOrEqual(0);
      expect(node.y).toBeGreaterThanOrEqual(0);
      expect(node.x + node.width).toBeLessThanOrEqual(layout.width);
      expect(node.y + node.height).toBeLessThanOrEqual(layout.height);
    }
    const ids = new Set(layout.nodes.map((node) => node.id));
    expect(ids.size).toBe(layout.nodes.length);
    expect(layout.edges.filter((edge) => !ids.has(edge.from) || !ids.has(edge.to))).toEqual([]);
  });
});

test("nodes are 200 by 44", () => {
  const rows = layoutOf(makeTree(1, 1), { open: ["g0/"] }).nodes.filter((node) => node.kind === "row");
  expect(rows.map((node) => [node.width, node.height])).toEqual([
    [NODE_WIDTH, NODE_HEIGHT],
    [NODE_WIDTH, NODE_HEIGHT],
  ]);
});

test("members lie within their container", () => {
  const layout = layoutOf(makeTree(1, 30), { open: ["g0/"] });
  const container = layout.nodes.find((node) => node.kind === "container");
  const members = layout.nodes.filter((node) => node.kind === "row" && node.id !== "g0/");
  expect(members).toHaveLength(30);
  expect(members.filter((node) => container === undefined || !overlaps(node, container))).toEqual([]);
});

describe("what is not drawn is counted where it would stand", () => {
  const tree = makeTree(1, 1_000);
  const countsOf = (asked: Asked) => {
    const outline = outlineOf(tree, { open: ["g0/"], ...asked });
    const { members } = outline.root.groups.drawn[0] ?? { members: { drawn: [], before: -1, after: -1 } };
    return { ...members, first: members.drawn[0], size: members.drawn.length };
  };

  test("drawn, before and after make the whole", () => {
    const { size, before, after } = countsOf({});
    expect([before, size + after]).toEqual([0, 1_000]);
    expect(outlineOf(tree, { open: ["g0/"] })).toMatchObject({ drawnEntries: size, totalEntries: 1_000 });
  });

  test("the selected entry is drawn among its neighbours", () => {
    const { drawn, before, size, after } = countsOf({ selectedId: "c777" });
    expect(drawn).toContain("c777");
    expect(drawn).toContain("c778");
    expect(before + size + after).toBe(1_000);
  });

  test("a cell turns the list in place, until another entry is selected", () => {
    const cell = layoutOf(tree, { open: ["g0/"] }).nodes.find((node) => node.kind === "more");
    if (cell?.kind !== "more") throw new Error("There is no cell.");
    const turned = (selectedId: string | null) => new Map([["members:g0/", { start: cell.turnTo, selectedId }]]);
    expect(countsOf({ pages: turned(null) })).toMatchObject({ first: `c${cell.turnTo}`, before: cell.turnTo });
    expect(countsOf({ pages: turned("c1"), selectedId: "c1" }).before).toBe(cell.turnTo);
    expect(countsOf({ pages: turned("c1"), selectedId: "c2" }).before).toBe(0);
  });

  test("a group that cannot show some members is drawn closed, unless the selection is in it", () => {
    const many = makeTree(60, 90);
    const closed = outlineOf(many, { open: everyGroup(60) }).root.groups.drawn.filter(({ isOpen }) => !isOpen);
    const last = closed.at(-1);
    if (last === undefined) throw new Error("Every group is open.");
    const selectedId = `c${last.id.slice(1, -1)}`;
    const now = outlineOf(many, { open: everyGroup(60), selectedId }).root.groups.drawn;
    expect(now.find(({ id }) => id === last.id)?.members.drawn).toContain(selectedId);
  });
});

test("a catalog with every group open is about as wide as a window, a small one is one column", () => {
  const open = everyGroup(40);
  const wide = layoutOf(makeTree(40, 20), { open });
  expect(wide.width / wide.height).toBeGreaterThan(0.7);
  expect(wide.width / wide.height).toBeLessThan(2.8);
  const small = layoutOf(makeTree(8, 3), { open: everyGroup(2) });
  expect(new Set(small.nodes.filter(({ id }) => /^g\d+\/$/.test(id)).map(({ x }) => x)).size).toBe(1);
});

test.each([
  ["nothing", [], [0]],
  ["a short column", [100, 200, 300], [3]],
  ["tall blocks, side by side in their order", [1_000, 1_000, 1_000, 1_000], [1, 1, 1, 1]],
])("columns of %s", (_, heights, columns) =>
  expect(packColumns(heights.map((height) => ({ width: 400, height })))).toEqual(columns),
);

test("the selected path runs from the root through each open group to its members", () => {
  const layout = layoutOf(makeTree(2, 3), { open: ["g1/"], selectedId: "c1" });
  expect(findPathEdges(layout, ["g1/"])).toEqual(new Set(["root>g1/", "g1/>members:g1/"]));
});

/** The worker gets and answers copies: what is placed there is what would have been placed here. */
test("a layout is the same on another thread", () => {
  const outline = outlineOf(makeTree(40, 60), { open: everyGroup(3), selectedId: "c7" }).root;
  const before = structuredClone(outline);
  expect(structuredClone(layoutGraph(structuredClone(outline)))).toEqual(layoutGraph(outline));
  expect(outline).toEqual(before);
});

describe("levels", () => {
  const model = toCatalogModel(
    makeCatalog(
      [makeGroup("a"), makeGroup("a/b", "a"), makeGroup("c")],
      [makeEntry({ name: "x", group: "a/b" }), makeEntry({ name: "y", group: "c" })],
    ),
  );
  const tree = toTreeItems(model, model.items, asides);

  test.each([
    [1, []],
    [2, ["a/", "c/"]],
    [3, ["a/", "a/b/", "c/"]],
  ])("at %d these groups are open", (depth, open) => expect(toGroupIdsAbove(tree, depth)).toEqual(open));

  test.each([
    [1, []],
    [2, ["a/", "c/"]],
    ["all", toGroupIds(tree)],
    [null, ["a/", "a/b/"]],
  ])("%s is told from the groups that are open", (depth, open) =>
    expect(findOpenDepth(tree, new Set(open))).toBe(depth),
  );
});
