import { type HierarchyNode, hierarchy } from "d3-hierarchy";
import type { Cut, OutlineGroup } from "./graph-outline";

export const NODE_WIDTH = 200;
export const NODE_HEIGHT = 44;
const GAP_X = 56;
const GAP_Y = 12;
/** Space between a container's edge and its cells; the head of a container is as high as a node. */
const PAD = 10;
const CELL_GAP = 8;
/** Rows of one column inside a container before the next column begins. */
const ROWS_MAX = 12;

type Box = { x: number; y: number; width: number; height: number };

/** A count of what a cut list does not draw, where it would stand. */
export type MoreCell = {
  groupId: string;
  part: "groups" | "members";
  side: "before" | "after";
  count: number;
  /** Where the drawn stretch begins once it is turned that way. */
  turnTo: number;
};

/** What is drawn: a node, an open group's container behind its members, or the count of what is not drawn. */
export type PlacedNode = Box & { id: string } & (
    | { kind: "root" }
    | { kind: "row"; isOpen: boolean }
    | { kind: "container"; groupId: string }
    | ({ kind: "more" } & MoreCell)
  );

type PlacedEdge = { id: string; from: string; to: string };
/** Plain data, so that it passes between threads. */
export type GraphLayout = { nodes: PlacedNode[]; edges: PlacedEdge[]; width: number; height: number };

type Heights = ReadonlyMap<HierarchyNode<OutlineGroup>, number>;

/**
 * Places an outline left to right: root, groups below each other at the top of what they hold, the members of an open group
 * in a container to its right, column by column. Pure and total: no two nodes overlap but a container and its members, and all
 * lie within width and height.
 */
export function layoutGraph(outline: OutlineGroup): GraphLayout {
  const root = hierarchy(outline, ({ groups }) => groups.drawn);
  const heights = measureBlocks(root);
  const nodes: PlacedNode[] = [];
  const edges: PlacedEdge[] = [];
  const tops = new Map<HierarchyNode<OutlineGroup>, number>([[root, 0]]);
  root.eachBefore((node) => {
    const top = tops.get(node) ?? 0;
    const { id, isOpen } = node.data;
    const x = node.depth * (NODE_WIDTH + GAP_X);
    const box = { x, y: top, width: NODE_WIDTH, height: NODE_HEIGHT };
    nodes.push(node.depth === 0 ? { ...box, id, kind: "root" } : { ...box, id, kind: "row", isOpen });
    if (node.parent) edges.push(toEdge(node.parent.data.id, id));
    placeBelow(node, { at: { x: x + NODE_WIDTH + GAP_X, y: top }, heights, tops, nodes, edges });
  });
  return {
    nodes,
    edges,
    width: Math.max(...nodes.map((node) => node.x + node.width)),
    height: Math.max(...nodes.map((node) => node.y + node.height)),
  };
}

/** The height of each group with all that is drawn to its right. */
function measureBlocks(root: HierarchyNode<OutlineGroup>): Heights {
  const heights = new Map<HierarchyNode<OutlineGroup>, number>();
  root.eachAfter((node) => {
    const { groups, members } = node.data;
    const cells = toMoreCells(node.data.id, "groups", groups);
    const grid = toGridSize(cellCount(members));
    const parts = [
      ...cells.map(() => NODE_HEIGHT),
      ...(node.children ?? []).map((child) => heights.get(child) ?? 0),
      ...(grid.height > 0 ? [grid.height] : []),
    ];
    const stacked = parts.reduce((sum, part) => sum + part, 0) + GAP_Y * Math.max(0, parts.length - 1);
    heights.set(node, Math.max(NODE_HEIGHT, stacked));
  });
  return heights;
}

type Placing = {
  at: { x: number; y: number };
  heights: Heights;
  tops: Map<HierarchyNode<OutlineGroup>, number>;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
};

/** Stacks what a group holds: its groups between the cells that count the ones not drawn, then its members. */
function placeBelow(node: HierarchyNode<OutlineGroup>, { at, heights, tops, nodes, edges }: Placing): void {
  const { id, groups, members } = node.data;
  let { y } = at;
  const placeCell = (cell: MoreCell): void => {
    const placed = toMoreNode(cell, { x: at.x, y, width: NODE_WIDTH, height: NODE_HEIGHT });
    nodes.push(placed);
    edges.push(toEdge(id, placed.id));
    y += NODE_HEIGHT + GAP_Y;
  };
  const cells = toMoreCells(id, "groups", groups);
  for (const cell of cells) if (cell.side === "before") placeCell(cell);
  for (const child of node.children ?? []) {
    tops.set(child, y);
    y += (heights.get(child) ?? 0) + GAP_Y;
  }
  for (const cell of cells) if (cell.side === "after") placeCell(cell);
  placeMembers(id, members, { at: { x: at.x, y }, nodes, edges });
}

function toEdge(from: string, to: string): PlacedEdge {
  return { id: `${from}>${to}`, from, to };
}

function toMoreCells(groupId: string, part: MoreCell["part"], { drawn, before, after }: Cut<unknown>): MoreCell[] {
  const cells: MoreCell[] = [
    { groupId, part, side: "before", count: before, turnTo: Math.max(0, before - drawn.length) },
    { groupId, part, side: "after", count: after, turnTo: before + drawn.length },
  ];
  return cells.filter(({ count }) => count > 0);
}

function toMoreNode(cell: MoreCell, box: Box): PlacedNode {
  return { ...box, ...cell, kind: "more", id: `more:${cell.part}:${cell.side}:${cell.groupId}` };
}

function cellCount(members: Cut<string>): number {
  return members.drawn.length + (members.before > 0 ? 1 : 0) + (members.after > 0 ? 1 : 0);
}

function toGridSize(cells: number): { columns: number; rows: number; width: number; height: number } {
  if (cells === 0) return { columns: 0, rows: 0, width: 0, height: 0 };
  // Wide rather than endless: a large group grows in columns and rows alike.
  const rows = Math.max(Math.min(cells, ROWS_MAX), Math.ceil(Math.sqrt(cells)));
  const columns = Math.ceil(cells / rows);
  return {
    columns,
    rows,
    width: PAD * 2 + columns * NODE_WIDTH + (columns - 1) * CELL_GAP,
    height: PAD * 2 + rows * NODE_HEIGHT + (rows - 1) * CELL_GAP,
  };
}

function placeMembers(
  groupId: string,
  members: Cut<string>,
  { at, nodes, edges }: Pick<Placing, "at" | "nodes" | "edges">,
): void {
  const grid = toGridSize(cellCount(members));
  if (grid.columns === 0) return;
  const containerId = `members:${groupId}`;
  nodes.push({ id: containerId, kind: "container", groupId, ...at, width: grid.width, height: grid.height });
  edges.push(toEdge(groupId, containerId));
  const toCell = (index: number): Box => ({
    x: at.x + PAD + Math.floor(index / grid.rows) * (NODE_WIDTH + CELL_GAP),
    y: at.y + PAD + (index % grid.rows) * (NODE_HEIGHT + CELL_GAP),
    width: NODE_WIDTH,
    height: NODE_HEIGHT,
  });
  const cells = toMoreCells(groupId, "members", members);
  const first = cells.filter(({ side }) => side === "before");
  for (const [index, cell] of first.entries()) nodes.push(toMoreNode(cell, toCell(index)));
  for (const [index, id] of members.drawn.entries()) {
    nodes.push({ ...toCell(first.length + index), id, kind: "row", isOpen: false });
  }
  const rest = cells.filter(({ side }) => side === "after");
  for (const [index, cell] of rest.entries()) {
    nodes.push(toMoreNode(cell, toCell(first.length + members.drawn.length + index)));
  }
}

/** Ids of the edges from the root to a node, for the selected path. Pure. */
export function findPathEdges(layout: GraphLayout, items: readonly string[]): ReadonlySet<string> {
  const wanted = new Set(items);
  const edges = new Set<string>();
  for (const edge of layout.edges) {
    const to = edge.to.startsWith("members:") ? edge.to.slice("members:".length) : edge.to;
    if (wanted.has(to)) edges.add(edge.id);
  }
  return edges;
}
