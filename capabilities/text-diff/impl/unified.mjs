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

function printHunk(hunk) {
  const header = `@@ -${rangeOf(hunk, "a", "-")} +${rangeOf(hunk, "b", "+")} @@`;
  return [header, ...hunk.map(({ mark, text }) => `${mark}${text}`)].join("\n");
}

/** The unified diff of two lists of lines, hunk by hunk, until 400 kB. */
export function toUnified(before, after, { pairs, context }) {
  const edits = toEdits(before, after, pairs);
  const hunks = toHunks(edits, context);
  const printed = [];
  let characters = 0;
  for (const hunk of hunks) {
    const text = printHunk(hunk);
    characters += text.length;
    if (characters > DIFF_CHARACTERS_MAX) break;
    printed.push(text);
  }
  return { unified: printed.join("\n"), hunks: hunks.length, hunksLeftOut: hunks.length - printed.length };
}
