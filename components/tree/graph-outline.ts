import { type CatalogRow, type CatalogTreeItem, findAncestors } from "./tree-items";

/** Nodes drawn at once, of whatever kind: past a few hundred a drawing says less and costs more (field-notes 47). */
export const NODES_MAX = 300;
/** Of them so many may be groups and the cells that count groups. */
const GROUP_NODES_MAX = 90;
const GROUPS_EACH_MAX = 40;
/** An open group that could show fewer members is drawn closed: its number says more than three of a thousand. */
const MEMBERS_MIN = 8;
/** A container and the two cells that count what lies before and after the members drawn. */
const CONTAINER_NODES = 3;

/** What lies of a list before and after the stretch that is drawn. */
export type Cut<T> = { drawn: T[]; before: number; after: number };

/** A group of the drawing: ids and numbers only, so that it costs little to hand to another thread. */
export type OutlineGroup = {
  id: string;
  isOpen: boolean;
  groups: Cut<OutlineGroup>;
  members: Cut<string>;
};

export type GraphOutline = {
  root: OutlineGroup;
  /** What the drawn ids stand for. */
  rows: ReadonlyMap<string, CatalogRow>;
  /** Nodes of the drawing, of whatever kind. */
  nodes: number;
  drawnEntries: number;
  totalEntries: number;
};

/** Where somebody turned a cut list to; it holds until another entry is selected. */
export type GraphPage = { start: number; selectedId: string | null };

export type OutlineOptions = {
  expanded: ReadonlySet<string>;
  /** Drawn whatever is cut, if its groups are open. */
  selectedId: string | null;
  /** By `toPageKey`. */
  pages: ReadonlyMap<string, GraphPage>;
};

const ROOT_ID = "root";

/** Key of one cut list: the groups or the members of a group. */
export function toPageKey(groupId: string, part: "groups" | "members"): string {
  return `${part}:${groupId}`;
}

type OpenGroup = { outline: OutlineGroup; groups: CatalogTreeItem[]; leaves: CatalogTreeItem[] };

/**
 * Chooses what of the tree is drawn: never more than NODES_MAX nodes, groups first and level by level, then a fair share of
 * members for each open group. What is not drawn is counted where it would stand. The selected entry and the groups around
 * it are drawn before all others. Pure and linear in the open part of the tree.
 */
export function deriveOutline(items: readonly CatalogTreeItem[], options: OutlineOptions): GraphOutline {
  const { selectedId } = options;
  const path = new Set(selectedId === null ? [] : [...findAncestors(items, selectedId), selectedId]);
  const rows = new Map<string, CatalogRow>();
  const open = openGroups(items, { options, path, rows });
  shareMembers(open, { options, path, rows });
  const [first] = open;
  return {
    root: first === undefined ? toClosed(ROOT_ID) : first.outline,
    rows,
    nodes: countNodes(open),
    drawnEntries: open.reduce((sum, { outline }) => sum + outline.members.drawn.length, 0),
    totalEntries: items.reduce((sum, { value }) => sum + (value.kind === "group" ? value.count : 1), 0),
  };
}

type Choosing = { options: OutlineOptions; path: ReadonlySet<string>; rows: Map<string, CatalogRow> };

function toClosed(id: string): OutlineGroup {
  return {
    id,
    isOpen: false,
    groups: { drawn: [], before: 0, after: 0 },
    members: { drawn: [], before: 0, after: 0 },
  };
}

/** The open groups that are drawn, outermost level first; their outlines hold their groups but no members yet. */
function openGroups(items: readonly CatalogTreeItem[], { options, path, rows }: Choosing): OpenGroup[] {
  const open: OpenGroup[] = [{ outline: { ...toClosed(ROOT_ID), isOpen: true }, ...splitChildren(items) }];
  let left = GROUP_NODES_MAX;
  for (let at = 0; at < open.length; at += 1) {
    const { outline, groups } = open[at] as OpenGroup;
    const size = Math.min(GROUPS_EACH_MAX, Math.max(left - 2, groups.some(({ id }) => path.has(id)) ? 1 : 0));
    const cut = cutList(groups, size, { key: toPageKey(outline.id, "groups"), options, path });
    left -= cut.drawn.length + 2;
    outline.groups = { ...cut, drawn: cut.drawn.map(({ id }) => toClosed(id)) };
    for (const [index, group] of cut.drawn.entries()) {
      rows.set(group.id, group.value);
      const drawn = outline.groups.drawn[index];
      if (drawn === undefined || !options.expanded.has(group.id)) continue;
      open.push({ outline: drawn, ...splitChildren(group.children) });
    }
  }
  return open;
}

function splitChildren(items: readonly CatalogTreeItem[]): Pick<OpenGroup, "groups" | "leaves"> {
  return {
    groups: items.filter((item) => item.children.length > 0),
    leaves: items.filter((item) => item.children.length === 0),
  };
}

/** Gives each open group its members; where the one of the selection would get none, some are set aside for it first. */
function shareMembers(open: readonly OpenGroup[], choosing: Choosing): void {
  const { selectedId } = choosing.options;
  const isSelected = ({ outline, leaves }: OpenGroup) =>
    outline.id === selectedId || leaves.some(({ id }) => id === selectedId);
  shareOut(open, null, choosing);
  const selected = open.find((group) => group.leaves.length > 0 && isSelected(group));
  // Only then: the drawing stays as it is while the selection moves through what is drawn.
  if (selected !== undefined && selected.outline.members.drawn.length === 0) shareOut(open, selected, choosing);
  for (const { outline } of open) {
    outline.isOpen = outline.members.drawn.length > 0 || outline.groups.drawn.length > 0;
  }
}

/** Deals the nodes that groups left over to the members of the open groups, in order, each a fair share of what is left. */
function shareOut(open: readonly OpenGroup[], sure: OpenGroup | null, { options, path, rows }: Choosing): void {
  for (const { outline, leaves } of open) {
    outline.members = { drawn: [], before: 0, after: 0 };
    for (const { id } of leaves) rows.delete(id);
  }
  const wanting = open.filter(({ leaves }) => leaves.length > 0);
  const least = sure === null ? 0 : Math.min(sure.leaves.length, MEMBERS_MIN) + CONTAINER_NODES;
  let left = NODES_MAX - countNodes(open) - least;
  for (const [index, group] of wanting.entries()) {
    if (group === sure) left += least;
    const fair = Math.floor(left / (wanting.length - index)) - CONTAINER_NODES;
    const size = Math.min(group.leaves.length, Math.max(fair, MEMBERS_MIN));
    if (size + CONTAINER_NODES > left) continue;
    const cut = cutList(group.leaves, size, { key: toPageKey(group.outline.id, "members"), options, path });
    for (const leaf of cut.drawn) rows.set(leaf.id, leaf.value);
    group.outline.members = { ...cut, drawn: cut.drawn.map(({ id }) => id) };
    left -= cut.drawn.length + 1 + cellsOf(cut);
  }
}

/** Nodes that these groups draw: each of their groups, a container with its members, and the cells that count; and the root. */
function countNodes(open: readonly OpenGroup[]): number {
  return open.reduce((sum, { outline: { groups, members } }) => {
    const container = members.drawn.length === 0 ? 0 : members.drawn.length + 1;
    return sum + groups.drawn.length + cellsOf(groups) + container + cellsOf(members);
  }, 1);
}

function cellsOf({ before, after }: Cut<unknown>): number {
  return (before > 0 ? 1 : 0) + (after > 0 ? 1 : 0);
}

/** The stretch of `size` that somebody turned to, else the one around the selection, else the first. */
function cutList(
  list: readonly CatalogTreeItem[],
  size: number,
  { key, options, path }: { key: string; options: OutlineOptions; path: ReadonlySet<string> },
): Cut<CatalogTreeItem> {
  if (list.length <= size) return { drawn: [...list], before: 0, after: 0 };
  if (size <= 0) return { drawn: [], before: 0, after: list.length };
  const selected = list.findIndex(({ id }) => path.has(id));
  const page = options.pages.get(key);
  const isTurned = page !== undefined && (selected === -1 || page.selectedId === options.selectedId);
  const wanted = isTurned ? page.start : Math.floor(Math.max(0, selected) / size) * size;
  const start = Math.max(0, Math.min(wanted, list.length - size));
  return { drawn: list.slice(start, start + size), before: start, after: list.length - start - size };
}
