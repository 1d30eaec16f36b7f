import { type HierarchyNode, hierarchy } from "d3-hierarchy";
import type { Cut, OutlineGroup } from "./graph-outline";
import { GAP_X, GAP_Y, NODE_HEIGHT, NODE_WIDTH, type Size } from "./graph-sizes";
import { packColumns } from "./pack-columns";

/** Space between a container's edge and its cells; the head of a container is as high as a node. */
const PAD = 10;
const CELL_GAP = 8;
/** Rows of one column inside a container before the next column begins. */
const ROWS_MAX = 12;

type Point = { x: number; y: number };
type Box = Point & Size;

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

/** A line of right angles, from the right side of one node to the left side of another. */
export type PlacedEdge = { id: string; from: string; to: string; points: Point[] };
/** Plain data, so that it passes between threads. */
export type GraphLayout = { nodes: PlacedNode[]; edges: PlacedEdge[]; width: number; height: number };

type Group = HierarchyNode<OutlineGroup>;
/** What stands to the right of a group, from top to bottom. */
type Part = { kind: "cell"; cell: MoreCell } | { kind: "group"; group: Group } | { kind: "members" };

/**
 * Places an outline left to right: root, groups below each other at the top of what they hold, the members of an open group
 * in a container to its right, column by column. What the root holds goes on in further columns where one would be much
 * higher than wide. Pure and total: no two nodes overlap but a container and its members, no line crosses a node, and all
 * nodes lie within width and height.
 */
export function layoutGraph(outline: OutlineGroup): GraphLayout {
  const root = hierarchy(outline, ({ groups }) => groups.drawn);
  const sizes = new Map<Group, Size>();
  root.eachAfter((group) => sizes.set(group, measureGroup(group, sizes)));
  const layout = { nodes: [] as PlacedNode[], edges: [] as PlacedEdge[] };
  placeGroup(root, { x: 0, y: 0 }, { sizes, ...layout });
  return {
    ...layout,
    width: Math.max(...layout.nodes.map((node) => node.x + node.width)),
    height: Math.max(...layout.nodes.map((node) => node.y + node.height)),
  };
}

function partsOf({ data, children = [] }: Group): Part[] {
  const cells = toMoreCells(data.id, "groups", data.groups);
  const toParts = (side: MoreCell["side"]): Part[] =>
    cells.filter((cell) => cell.side === side).map((cell) => ({ kind: "cell", cell }));
  return [
    ...toParts("before"),
    ...children.map((group): Part => ({ kind: "group", group })),
    ...toParts("after"),
    ...(cellCount(data.members) > 0 ? [{ kind: "members" } as const] : []),
  ];
}

function sizeOf(part: Part, { data }: Group, sizes: ReadonlyMap<Group, Size>): Size {
  if (part.kind === "members") return toGridSize(cellCount(data.members));
  const node = { width: NODE_WIDTH, height: NODE_HEIGHT };
  return part.kind === "group" ? (sizes.get(part.group) ?? node) : node;
}

/** A group with all that is drawn to its right, in one column. */
function measureGroup(group: Group, sizes: ReadonlyMap<Group, Size>): Size {
  const parts = partsOf(group).map((part) => sizeOf(part, group, sizes));
  if (parts.length === 0) return { width: NODE_WIDTH, height: NODE_HEIGHT };
  return {
    width: NODE_WIDTH + GAP_X + Math.max(...parts.map(({ width }) => width)),
    height: Math.max(
      NODE_HEIGHT,
      parts.reduce((sum, { height }) => sum + height + GAP_Y, -GAP_Y),
    ),
  };
}

type Placing = Pick<GraphLayout, "nodes" | "edges"> & { sizes: ReadonlyMap<Group, Size> };

function placeGroup(group: Group, at: Point, placing: Placing): void {
  const { id, isOpen } = group.data;
  const box = { ...at, width: NODE_WIDTH, height: NODE_HEIGHT };
  placing.nodes.push(group.depth === 0 ? { ...box, id, kind: "root" } : { ...box, id, kind: "row", isOpen });
  const parts = partsOf(group);
  const sizes = parts.map((part) => sizeOf(part, group, placing.sizes));
  const columns = group.depth === 0 ? packColumns(sizes) : [parts.length];
  let [x, next] = [at.x + NODE_WIDTH + GAP_X, 0];
  for (const [column, count] of columns.entries()) {
    let { y } = at;
    for (let index = next; index < next + count; index += 1) {
      const part = parts[index];
      if (part === undefined) continue;
      const to = placePart(part, group, { at: { x, y }, placing });
      placing.edges.push({ id: `${id}>${to}`, from: id, to, points: route(at, { x, y }, column) });
      y += (sizes[index]?.height ?? 0) + GAP_Y;
    }
    x += Math.max(0, ...sizes.slice(next, next + count).map(({ width }) => width)) + GAP_X;
    next += count;
  }
}

/** Places one part with its upper left corner at a point. Answers the id of the node that a line leads to. */
function placePart(part: Part, group: Group, { at, placing }: { at: Point; placing: Placing }): string {
  const { id, members } = group.data;
  if (part.kind === "members") return placeMembers(id, members, { at, nodes: placing.nodes });
  if (part.kind === "group") {
    placeGroup(part.group, at, placing);
    return part.group.data.id;
  }
  const placed = toMoreNode(part.cell, { ...at, width: NODE_WIDTH, height: NODE_HEIGHT });
  placing.nodes.push(placed);
  return placed.id;
}

/** From a group's right side to a node's left side; to a further column it runs above everything. */
function route(from: Point, to: Point, column: number): Point[] {
  const [startY, endY] = [from.y + NODE_HEIGHT / 2, to.y + NODE_HEIGHT / 2];
  const start = { x: from.x + NODE_WIDTH, y: startY };
  const end = { x: to.x, y: endY };
  if (column === 0 && startY === endY) return [start, end];
  const [trunk, drop] = [start.x + GAP_X / 2, to.x - GAP_X / 2];
  if (column === 0) return [start, { x: trunk, y: startY }, { x: trunk, y: endY }, end];
  const above = from.y - GAP_Y;
  return [start, { x: trunk, y: startY }, { x: trunk, y: above }, { x: drop, y: above }, { x: drop, y: endY }, end];
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

function toGridSize(cells: number): Size & { rows: number } {
  if (cells === 0) return { rows: 0, width: 0, height: 0 };
  // Wide rather than endless: a large group grows in columns and rows alike.
  const columns = Math.ceil(cells / Math.max(ROWS_MAX, Math.ceil(Math.sqrt(cells))));
  const rows = Math.ceil(cells / columns);
  return {
    rows,
    width: PAD * 2 + columns * NODE_WIDTH + (columns - 1) * CELL_GAP,
    height: PAD * 2 + rows * NODE_HEIGHT + (rows - 1) * CELL_GAP,
  };
}

function placeMembers(
  groupId: string,
  members: Cut<string>,
  { at, nodes }: { at: Point; nodes: PlacedNode[] },
): string {
  const { rows, width, height } = toGridSize(cellCount(members));
  const containerId = `members:${groupId}`;
  nodes.push({ id: containerId, kind: "container", groupId, ...at, width, height });
  const toCell = (index: number): Box => ({
    x: at.x + PAD + Math.floor(index / rows) * (NODE_WIDTH + CELL_GAP),
    y: at.y + PAD + (index % rows) * (NODE_HEIGHT + CELL_GAP),
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
  return containerId;
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

/** All lines as the data of one SVG path. Pure. */
export function toPathData(edges: readonly PlacedEdge[]): string {
  return edges.map(({ points }) => `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`).join("");
}
