import { type HierarchyNode, hierarchy } from "d3-hierarchy";
import type { CatalogRow, CatalogTreeItem } from "./tree-items";

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

/** What is drawn: a node, an open group's container behind its members, or the count of what is not drawn. */
export type PlacedNode = Box & { id: string } & (
    | { kind: "root" }
    | { kind: "row"; row: CatalogRow; isOpen: boolean }
    | { kind: "container"; groupId: string }
    | { kind: "more"; groupId: string; count: number }
  );

type PlacedEdge = { id: string; from: string; to: string };
export type GraphLayout = { nodes: PlacedNode[]; edges: PlacedEdge[]; width: number; height: number };

export type LayoutOptions = {
  expanded: ReadonlySet<string>;
  /** Entries of one group drawn at once; past it the rest is one node that says how many. */
  leavesMax: number;
  /** This entry is drawn even when its group is cut. */
  selectedId: string | null;
};

const ROOT_ID = "root";
type LayoutItem = { id: string; item: CatalogTreeItem | null; leaves: CatalogTreeItem[]; children: LayoutItem[] };
type Measured = HierarchyNode<LayoutItem> & { block?: number; grid?: Box };

/**
 * Places the open part of the tree left to right: root, groups below each other at the top of what they hold, the members of an open group
 * in a container to its right, column by column. Pure and total: no two nodes overlap but a container and its members, and all
 * lie within width and height.
 */
export function layoutGraph(items: readonly CatalogTreeItem[], options: LayoutOptions): GraphLayout {
  const root: Measured = hierarchy(toLayoutItem(items, options));
  const nodes: PlacedNode[] = [];
  const edges: PlacedEdge[] = [];
  const blocks = new Map<HierarchyNode<LayoutItem>, number>();
  root.eachAfter((node) => {
    const grid = toGridSize(cellCount(node.data, options));
    const below = (node.children ?? []).map((child) => blocks.get(child) ?? 0);
    const parts = grid.height > 0 ? [...below, grid.height] : below;
    const stacked = parts.reduce((sum, part) => sum + part, 0) + GAP_Y * Math.max(0, parts.length - 1);
    blocks.set(node, Math.max(NODE_HEIGHT, stacked));
  });
  const tops = new Map<HierarchyNode<LayoutItem>, number>([[root, 0]]);
  root.eachBefore((node) => {
    const top = tops.get(node) ?? 0;
    const x = node.depth * (NODE_WIDTH + GAP_X);
    const box = { x, y: top, width: NODE_WIDTH, height: NODE_HEIGHT };
    const { item } = node.data;
    if (item === null) nodes.push({ ...box, id: ROOT_ID, kind: "root" });
    else nodes.push({ ...box, id: item.id, kind: "row", row: item.value, isOpen: options.expanded.has(item.id) });
    if (node.parent)
      edges.push({ id: `${node.parent.data.id}>${node.data.id}`, from: node.parent.data.id, to: node.data.id });
    let y = top;
    for (const child of node.children ?? []) {
      tops.set(child, y);
      y += (blocks.get(child) ?? 0) + GAP_Y;
    }
    placeMembers(node.data, { x: x + NODE_WIDTH + GAP_X, y }, { options, nodes, edges });
  });
  return {
    nodes,
    edges,
    width: Math.max(...nodes.map((node) => node.x + node.width)),
    height: Math.max(...nodes.map((node) => node.y + node.height)),
  };
}

function toLayoutItem(items: readonly CatalogTreeItem[], { expanded }: LayoutOptions): LayoutItem {
  const visit = (id: string, item: CatalogTreeItem | null, children: readonly CatalogTreeItem[]): LayoutItem => {
    const isOpen = item === null || expanded.has(id);
    const groups = isOpen ? children.filter((child) => child.children.length > 0) : [];
    return {
      id,
      item,
      leaves: isOpen ? children.filter((child) => child.children.length === 0) : [],
      children: groups.map((group) => visit(group.id, group, group.children)),
    };
  };
  return visit(ROOT_ID, null, items);
}

function cellCount(item: LayoutItem, options: LayoutOptions): number {
  return item.leaves.length <= options.leavesMax ? item.leaves.length : options.leavesMax + 1;
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
  item: LayoutItem,
  at: { x: number; y: number },
  { options, nodes, edges }: { options: LayoutOptions; nodes: PlacedNode[]; edges: PlacedEdge[] },
): void {
  const grid = toGridSize(cellCount(item, options));
  if (grid.columns === 0) return;
  const containerId = `members:${item.id}`;
  nodes.push({ id: containerId, kind: "container", groupId: item.id, ...at, width: grid.width, height: grid.height });
  edges.push({ id: `${item.id}>${containerId}`, from: item.id, to: containerId });
  const toCell = (index: number): Box => ({
    x: at.x + PAD + Math.floor(index / grid.rows) * (NODE_WIDTH + CELL_GAP),
    y: at.y + PAD + (index % grid.rows) * (NODE_HEIGHT + CELL_GAP),
    width: NODE_WIDTH,
    height: NODE_HEIGHT,
  });
  const shown = toShownLeaves(item.leaves, options);
  for (const [index, leaf] of shown.entries()) {
    nodes.push({ ...toCell(index), id: leaf.id, kind: "row", row: leaf.value, isOpen: false });
  }
  const hidden = item.leaves.length - shown.length;
  if (hidden > 0) {
    nodes.push({ ...toCell(shown.length), id: `more:${item.id}`, kind: "more", groupId: item.id, count: hidden });
  }
}

function toShownLeaves(
  leaves: readonly CatalogTreeItem[],
  { leavesMax, selectedId }: LayoutOptions,
): CatalogTreeItem[] {
  if (leaves.length <= leavesMax) return [...leaves];
  const shown = leaves.slice(0, leavesMax);
  const selected = leaves.slice(leavesMax).find((leaf) => leaf.id === selectedId);
  return selected === undefined ? shown : [...shown.slice(0, -1), selected];
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
