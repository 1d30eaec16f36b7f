const DIFF_CHARACTERS_MAX = 400_000;

/** Every line once, in the order of a diff: {mark: " " | "-" | "+", text, a, b}; a and b count lines from 0. */
function toEdits(before, after, pairs) {
  const edits = [];
  let a = 0;
  let b = 0;
  for (const [x, y] of [...pairs, [before.length, after.length]]) {
    for (; a < x; a += 1) edits.push({ mark: "-", text: before[a], a, b });
    for (; b < y; b += 1) edits.push({ mark: "+", text: after[b], a, b });
    if (x < before.length && y < after.length) {
      edits.push({ mark: " ", text: after[y], a: x, b: y });
      a = x + 1;
      b = y + 1;
    }
  }
  return edits;
}

/** Stretches of edits that hold changes with `context` lines around; stretches that touch are one. */
function toHunks(edits, context) {
  const hunks = [];
  for (const [index, { mark }] of edits.entries()) {
    if (mark === " ") continue;
    const from = Math.max(0, index - context);
    const to = Math.min(edits.length, index + context + 1);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks.map(({ from, to }) => edits.slice(from, to));
}

function rangeOf(hunk, side, mark) {
  const count = hunk.filter((edit) => edit.mark === " " || edit.mark === mark).length;
  // The unified form counts an empty range from the line before it.
  const start = hunk[0][side] + (count === 0 ? 0 : 1);
  return count === 1 ? `${start}` : `${start},${count}`;
}

/** A hunk in unified form, at most `budget` characters; a line with a backslash says how much is missing, and `patch` skips it. */
function printHunk(hunk, budget) {
  const lines = [`@@ -${rangeOf(hunk, "a", "-")} +${rangeOf(hunk, "b", "+")} @@`];
  let rest = budget - lines[0].length;
  for (const { mark, text } of hunk) {
    rest -= text.length + 2;
    if (rest < 0) break;
    lines.push(`${mark}${text}`);
  }
  const missing = hunk.length + 1 - lines.length;
  if (missing > 0) lines.push(`\\ ${missing} more lines of this hunk are left out`);
  return lines.join("\n");
}

/** The unified diff of two lists of lines, hunk by hunk, until 400 kB. */
export function toUnified(before, after, { pairs, context }) {
  const hunks = toHunks(toEdits(before, after, pairs), context);
  const printed = [];
  let rest = DIFF_CHARACTERS_MAX;
  for (const hunk of hunks) {
    if (rest <= 0) break;
    const text = printHunk(hunk, rest);
    rest -= text.length;
    printed.push(text);
  }
  return { unified: printed.join("\n"), hunks: hunks.length, hunksLeftOut: hunks.length - printed.length };
}
