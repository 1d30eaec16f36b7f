/** Lines of two texts against each other. Pure; every line of both texts is in exactly one row. */
export type DiffRow =
  | { kind: "same"; oldNumber: number; newNumber: number; text: string }
  | {
      kind: "changed";
      oldNumber: number | null;
      newNumber: number | null;
      before: string | null;
      after: string | null;
    };

/** A part of a line; `isChanged` is what differs from the line it stands beside. */
export type DiffPiece = { text: string; isChanged: boolean };

export type DiffSection =
  | { kind: "rows"; rows: readonly DiffRow[] }
  /** Unchanged lines far from any change, drawn on demand. */
  | { kind: "folded"; rows: readonly DiffRow[] };

/** Past this many edits the middle is one block: the search grows with its square. */
const EDITS_MAX = 600;

function toLines(text: string | null): string[] {
  if (text === null || text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  else lines.push("\u0000no newline");
  return lines;
}

/** The mark of a text that does not end with a line break: a difference a reader must see. */
export function isMissingNewline(line: string): boolean {
  return line === "\u0000no newline";
}

type Edit = { kind: "same" | "removed" | "added"; text: string };

/** Compares line by line; null is a file that is not there. */
export function diffLines(before: string | null, after: string | null): DiffRow[] {
  const [old, fresh] = [toLines(before), toLines(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const middle = toEdits(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end));
  const same = (text: string): Edit => ({ kind: "same", text });
  return toRows([
    ...old.slice(0, start).map(same),
    ...middle,
    ...(end === 0 ? [] : old.slice(old.length - end).map(same)),
  ]);
}

/** Myers' shortest edit script, kept as one map of furthest points a step. */
function toEdits(old: readonly string[], fresh: readonly string[]): Edit[] {
  const replaced = (): Edit[] => [
    ...old.map((text): Edit => ({ kind: "removed", text })),
    ...fresh.map((text): Edit => ({ kind: "added", text })),
  ];
  if (old.length === 0 || fresh.length === 0) return replaced();
  const steps: Map<number, number>[] = [];
  const furthest = new Map<number, number>([[1, 0]]);
  const limit = Math.min(EDITS_MAX, old.length + fresh.length);
  for (let edits = 0; edits <= limit; edits += 1) {
    steps.push(new Map(furthest));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = furthest.get(diagonal + 1) ?? -1;
      const right = furthest.get(diagonal - 1) ?? -1;
      let x = diagonal === -edits || (diagonal !== edits && right < down) ? down : right + 1;
      while (x < old.length && x - diagonal < fresh.length && old[x] === fresh[x - diagonal]) x += 1;
      furthest.set(diagonal, x);
      if (x >= old.length && x - diagonal >= fresh.length) return walkBack(steps, old, fresh);
    }
  }
  return replaced();
}

function walkBack(steps: readonly Map<number, number>[], old: readonly string[], fresh: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let x = old.length;
  let y = fresh.length;
  for (let step = steps.length - 1; step >= 0; step -= 1) {
    const furthest = steps[step] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = furthest.get(diagonal + 1) ?? -1;
    const right = furthest.get(diagonal - 1) ?? -1;
    const isDown = diagonal === -step || (diagonal !== step && right < down);
    const fromDiagonal = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = Math.max(0, isDown ? down : right);
    const fromY = fromX - fromDiagonal;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      edits.push({ kind: "same", text: old[x] ?? "" });
    }
    if (step === 0) break;
    if (isDown) {
      y -= 1;
      edits.push({ kind: "added", text: fresh[y] ?? "" });
    } else {
      x -= 1;
      edits.push({ kind: "removed", text: old[x] ?? "" });
    }
  }
  return edits.reverse();
}

/** Numbers the lines and sets removed beside added ones. */
function toRows(edits: readonly Edit[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let oldNumber = 0;
  let newNumber = 0;
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    const firstOld = oldNumber - removed.length;
    const firstNew = newNumber - added.length;
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const before = removed[index] ?? null;
      const after = added[index] ?? null;
      rows.push({
        kind: "changed",
        oldNumber: before === null ? null : firstOld + index + 1,
        newNumber: after === null ? null : firstNew + index + 1,
        before,
        after,
      });
    }
    removed = [];
    added = [];
  };
  for (const edit of edits) {
    if (edit.kind === "removed") {
      oldNumber += 1;
      removed.push(edit.text);
    } else if (edit.kind === "added") {
      newNumber += 1;
      added.push(edit.text);
    } else {
      flush();
      oldNumber += 1;
      newNumber += 1;
      rows.push({ kind: "same", oldNumber, newNumber, text: edit.text });
    }
  }
  flush();
  return rows;
}

/** Folds unchanged lines further than `context` from a change. */
export function toSections(rows: readonly DiffRow[], context = 3): DiffSection[] {
  const isNear = new Array<boolean>(rows.length).fill(false);
  rows.forEach((row, index) => {
    if (row.kind === "same") return;
    isNear.fill(true, Math.max(0, index - context), index + context + 1);
  });
  const sections: { kind: "rows" | "folded"; rows: DiffRow[] }[] = [];
  rows.forEach((row, index) => {
    const kind = isNear[index] ? "rows" : "folded";
    const last = sections.at(-1);
    if (last?.kind === kind) last.rows.push(row);
    else sections.push({ kind, rows: [row] });
  });
  // A fold of one line would be longer than the line.
  return sections.map((section) => (section.rows.length < 2 ? { ...section, kind: "rows" } : section));
}

/** How many lines came and went. */
export function countChanges(rows: readonly DiffRow[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const row of rows) {
    if (row.kind === "same") continue;
    if (row.after !== null && !isMissingNewline(row.after)) added += 1;
    if (row.before !== null && !isMissingNewline(row.before)) removed += 1;
  }
  return { added, removed };
}

/** A line against the one it stands beside: the part between common beginning and end is what changed. */
export function toDiffPieces(line: string, other: string | null): DiffPiece[] {
  if (other === null) return [{ text: line, isChanged: false }];
  let start = 0;
  while (start < line.length && start < other.length && line[start] === other[start]) start += 1;
  let end = 0;
  const rest = Math.min(line.length, other.length) - start;
  while (end < rest && line.at(-1 - end) === other.at(-1 - end)) end += 1;
  // Lines with next to nothing in common are two lines; lighting nearly all of both says nothing.
  if (start + end < Math.max(line.length, other.length) / 4) return [{ text: line, isChanged: false }];
  return [
    { text: line.slice(0, start), isChanged: false },
    { text: line.slice(start, line.length - end), isChanged: true },
    { text: line.slice(line.length - end), isChanged: false },
  ].filter((piece) => piece.text !== "");
}
