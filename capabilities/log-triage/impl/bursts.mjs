import { isErrorLevel } from "./levels.mjs";
import { formatTime } from "./times.mjs";

/** Fewer errors in a window are never a burst. */
const ERRORS_MIN = 5;
function median(sorted) {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The usual count of a window between the first and the last error, windows without one included. */
function usualCount(counts) {
  const indices = [...counts.keys()].sort((a, b) => a - b);
  const span = (indices.at(-1) ?? 0) - (indices[0] ?? 0) + 1;
  // In a log of a few windows there is no "usual": any crowded window counts.
  if (span <= 3) return 0;
  const empty = span - counts.size;
  if (empty > span / 2) return 0;
  const values = [...counts.values()].sort((a, b) => a - b);
  return median([...new Array(empty).fill(0), ...values]);
}

/** Twice the usual count and three times its natural scatter (the square root, as for independent errors) above it. */
function thresholdOf(usual) {
  return Math.max(ERRORS_MIN, 2 * usual + 3 * Math.sqrt(usual));
}

function toBurst(errors, counts) {
  const frequency = new Map();
  for (const { cluster } of errors) frequency.set(cluster, (frequency.get(cluster) ?? 0) + 1);
  const [top] = [...frequency].sort((a, b) => b[1] - a[1])[0];
  return {
    start: formatTime(errors[0].time),
    end: formatTime(errors.at(-1).time),
    errors: errors.length,
    peak: Math.max(...counts),
    template: top.words.join(" "),
  };
}

/** Runs of neighbouring windows with far more errors than usual. Entries must have been clustered; those without time count not. */
export function findBursts(entries, windowSeconds) {
  const errors = entries
    .filter(({ level, time }) => isErrorLevel(level) && time !== null)
    .sort((a, b) => a.time.at - b.time.at);
  const width = windowSeconds * 1000;
  const windows = new Map();
  for (const error of errors) {
    const index = Math.floor(error.time.at / width);
    const inside = windows.get(index);
    if (inside === undefined) windows.set(index, [error]);
    else inside.push(error);
  }
  const threshold = thresholdOf(usualCount(new Map([...windows].map(([key, inside]) => [key, inside.length]))));
  const bursts = [];
  let current = null;
  for (const [index, inside] of windows) {
    if (inside.length < threshold) continue;
    if (current !== null && index - current.last <= 1) {
      current.last = index;
      current.errors.push(...inside);
      current.counts.push(inside.length);
    } else {
      current = { last: index, errors: [...inside], counts: [inside.length] };
      bursts.push(current);
    }
  }
  return bursts.map(({ errors: inside, counts }) => toBurst(inside, counts));
}
