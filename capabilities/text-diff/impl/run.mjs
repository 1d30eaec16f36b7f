import { runJob } from "./frames.mjs";
import { matchLines } from "./myers.mjs";
import { toUnified } from "./unified.mjs";

/** Lines without their ends; a text that ends in a line break has no empty last line. */
function toLines(text) {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The same number for the same line in both texts, so that comparing is comparing numbers. */
function numberLines(texts, isBlankIgnored) {
  const numbers = new Map();
  return texts.map((lines) =>
    lines.map((line) => {
      const key = isBlankIgnored ? line.replace(/\s+/g, "") : line;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, numbers.size);
      return numbers.size - 1;
    }),
  );
}

function endingOf(text) {
  const windows = (text.match(/\r\n/g) ?? []).length;
  const breaks = (text.match(/\n/g) ?? []).length;
  if (breaks === 0) return "none";
  if (windows === 0) return "LF";
  return windows === breaks ? "CRLF" : "mixed";
}

const endsInBreak = (text) => text === "" || /[\r\n]$/.test(text);

function listNotes(before, after, isShortest) {
  const notes = [];
  const [old, now] = [endingOf(before), endingOf(after)];
  if (old !== now && old !== "none" && now !== "none") {
    notes.push(`Line endings differ: ${old} before, ${now} after; lines were compared without them.`);
  }
  if (endsInBreak(before) !== endsInBreak(after)) {
    notes.push(`The ${endsInBreak(before) ? "newer" : "older"} text has no line break at its end.`);
  }
  if (!isShortest) notes.push("The texts differ so much that the diff may not be the shortest one.");
  return notes;
}

await runJob(async ({ before, after, context = 3, ignore_whitespace = false }) => {
  const [oldLines, newLines] = [toLines(before), toLines(after)];
  const [oldNumbers, newNumbers] = numberLines([oldLines, newLines], ignore_whitespace);
  const { pairs, isShortest } = matchLines(oldNumbers, newNumbers);
  const { unified, hunks, hunksLeftOut } = toUnified(oldLines, newLines, { pairs, context });
  const added = newLines.length - pairs.length;
  const removed = oldLines.length - pairs.length;
  const lines = oldLines.length + newLines.length;
  const similarity = lines === 0 ? 1 : Math.round(((2 * pairs.length) / lines) * 1000) / 1000;
  const equal = added === 0 && removed === 0;
  const notes = listNotes(before, after, isShortest);
  return {
    summary: equal
      ? `No line differs (${pairs.length} lines).`
      : `${added} lines added, ${removed} removed, ${pairs.length} unchanged, in ${hunks} hunks.`,
    equal,
    stats: { added, removed, unchanged: pairs.length, hunks, similarity },
    unified,
    hunks_left_out: hunksLeftOut,
    notes,
  };
});
