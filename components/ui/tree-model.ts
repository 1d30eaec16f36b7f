/** One node of a tree list as its owner hands it over: children by order, already filtered and sorted. */
export type TreeItem<T> = { id: string; value: T; children: readonly TreeItem<T>[] };

/** One visible row. Levels and positions count from 1, as aria wants them. */
export type TreeRow<T> = {
  id: string;
  value: T;
  level: number;
  position: number;
  setSize: number;
  parentId: string | null;
  isExpanded: boolean;
  childCount: number;
};

/** The rows that show when exactly `expanded` is open, in reading order. Pure; one pass. */
export function toTreeRows<T>(items: readonly TreeItem<T>[], expanded: ReadonlySet<string>): TreeRow<T>[] {
  const rows: TreeRow<T>[] = [];
  const visit = (siblings: readonly TreeItem<T>[], level: number, parentId: string | null): void => {
    for (const [index, item] of siblings.entries()) {
      const isExpanded = item.children.length > 0 && expanded.has(item.id);
      rows.push({
        id: item.id,
        value: item.value,
        level,
        position: index + 1,
        setSize: siblings.length,
        parentId,
        isExpanded,
        childCount: item.children.length,
      });
      if (isExpanded) visit(item.children, level + 1, item.id);
    }
  };
  visit(items, 1, null);
  return rows;
}

export type TreeMove =
  | { kind: "focus"; index: number }
  | { kind: "expand"; id: string }
  | { kind: "collapse"; id: string }
  | { kind: "none" };

/** What a key does in a tree (the aria pattern): arrows move, right opens or goes in, left closes or goes out. Pure. */
export function toTreeMove<T>(rows: readonly TreeRow<T>[], index: number, key: string): TreeMove {
  const row = rows[index];
  const last = rows.length - 1;
  const go = (to: number): TreeMove => ({ kind: "focus", index: Math.max(0, Math.min(last, to)) });
  if (row === undefined) return rows.length === 0 ? { kind: "none" } : go(0);
  switch (key) {
    case "ArrowDown":
    case "j":
      return go(index + 1);
    case "ArrowUp":
    case "k":
      return go(index - 1);
    case "Home":
      return go(0);
    case "End":
      return go(last);
    case "PageDown":
      return go(index + 20);
    case "PageUp":
      return go(index - 20);
    case "ArrowRight":
      if (row.childCount === 0) return { kind: "none" };
      return row.isExpanded ? go(index + 1) : { kind: "expand", id: row.id };
    case "ArrowLeft": {
      if (row.isExpanded) return { kind: "collapse", id: row.id };
      const parent = rows.findIndex((candidate) => candidate.id === row.parentId);
      return parent === -1 ? { kind: "none" } : go(parent);
    }
    default:
      return { kind: "none" };
  }
}
