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
  | { kind: "expand"; ids: string[] }
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
      return row.isExpanded ? go(index + 1) : { kind: "expand", ids: [row.id] };
    case "ArrowLeft": {
      if (row.isExpanded) return { kind: "collapse", id: row.id };
      const parent = rows.findIndex((candidate) => candidate.id === row.parentId);
      return parent === -1 ? { kind: "none" } : go(parent);
    }
    case "*":
      return { kind: "expand", ids: findClosedSiblings(rows, row) };
    default:
      return { kind: "none" };
  }
}

/** Closed rows with the same parent: what the asterisk opens (the aria pattern). */
function findClosedSiblings<T>(rows: readonly TreeRow<T>[], row: TreeRow<T>): string[] {
  return rows
    .filter(({ parentId, childCount, isExpanded }) => parentId === row.parentId && childCount > 0 && !isExpanded)
    .map(({ id }) => id);
}

/** Letters typed with longer pauses than this begin a new word. Milliseconds. */
const TYPING_PAUSE_MS = 700;

/** Keys of the page and of the tree, which stand in no name. */
const COMMANDS = new Set(["*", "/", "?"]);

/** What was typed to find a row, and when the last letter of it was. */
export type Typed = { text: string; at: number };

/**
 * What is typed once another key came, or null when the key types nothing: j and k move, and so begin no word; a space
 * belongs to a word that has begun. Pure.
 */
export function toTyped(before: Typed, key: string, at: number): Typed | null {
  const isGoingOn = before.text !== "" && at - before.at <= TYPING_PAUSE_MS;
  if ([...key].length !== 1 || COMMANDS.has(key)) return null;
  if (!isGoingOn && (key === " " || key === "j" || key === "k")) return null;
  return { text: (isGoingOn ? before.text : "") + key.toLowerCase(), at };
}

/**
 * The next row that begins with what was typed, from the current one on and round again; the same letter again and again
 * goes from one to the next. -1 when none does. Pure.
 */
export function findTypedRow(texts: readonly string[], index: number, typed: string): number {
  const isOneLetter = [...typed].every((letter) => letter === typed[0]);
  const wanted = isOneLetter ? (typed[0] ?? "") : typed;
  const start = Math.max(0, index + (isOneLetter ? 1 : 0));
  for (let step = 0; step < texts.length; step += 1) {
    const at = (start + step) % texts.length;
    if (texts[at]?.toLowerCase().startsWith(wanted)) return at;
  }
  return -1;
}
