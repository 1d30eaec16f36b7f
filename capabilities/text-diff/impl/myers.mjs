/** Differences searched for per stretch; beyond it the stretch is shown as removed and added as a whole. */
const EDITS_MAX = 1500;

/**
 * The shortest way from a to b (Myers 1986), two arrays of line numbers: a list of pairs [indexA, indexB] of lines in
 * common, ascending; null when more than EDITS_MAX edits are needed.
 */
function findCommon(a, b) {
  const max = Math.min(a.length + b.length, EDITS_MAX);
  const offset = max + 1;
  const furthest = new Int32Array(2 * offset + 1);
  const trace = [];
  for (let edits = 0; edits <= max; edits += 1) {
    // Only the diagonals this round may read are kept: the whole array each time would be quadratic in memory.
    trace.push(furthest.slice(offset - edits - 1, offset + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown =
        diagonal === -edits ||
        (diagonal !== edits && furthest[offset + diagonal - 1] < furthest[offset + diagonal + 1]);
      let x = isDown ? furthest[offset + diagonal + 1] : furthest[offset + diagonal - 1] + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      furthest[offset + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return walkBack(trace, a.length, b.length);
    }
  }
  return null;
}

function walkBack(trace, lengthA, lengthB) {
  const pairs = [];
  let x = lengthA;
  let y = lengthB;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const furthest = trace[edits];
    const at = (diagonal) => furthest[diagonal + edits + 1];
    const diagonal = x - y;
    const isDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const fromDiagonal = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : at(fromDiagonal);
    const fromY = edits === 0 ? 0 : fromX - fromDiagonal;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    x = fromX;
    y = fromY;
  }
  return pairs.reverse();
}

/** Lines that occur exactly once in both, as pairs in ascending order on both sides (patience diff). */
function findAnchors(a, b) {
  const places = new Map();
  const note = (lines, side) => {
    for (const [index, line] of lines.entries()) {
      const place = places.get(line) ?? { a: [], b: [] };
      if (place[side].length < 2) place[side].push(index);
      places.set(line, place);
    }
  };
  note(a, "a");
  note(b, "b");
  const unique = [...places.values()]
    .filter((place) => place.a.length === 1 && place.b.length === 1)
    .map((place) => [place.a[0], place.b[0]])
    .sort((left, right) => left[0] - right[0]);
  return longestAscending(unique);
}

function longestAscending(pairs) {
  const tails = [];
  const before = [];
  for (const [index, [, y]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]][1] < y) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : tails[low - 1];
    tails[low] = index;
  }
  const chain = [];
  for (let index = tails.at(-1) ?? -1; index !== -1; index = before[index]) chain.push(pairs[index]);
  return chain.reverse();
}

function findCommonByAnchors(a, b) {
  const pairs = [];
  let fromA = 0;
  let fromB = 0;
  for (const [x, y] of [...findAnchors(a, b), [a.length, b.length]]) {
    const between = findCommon(a.slice(fromA, x), b.slice(fromB, y));
    // A stretch that is too different has nothing in common: it is shown as removed and added.
    // Not spread into push: a stretch can have more lines than a call may have arguments.
    for (const [dx, dy] of between ?? []) pairs.push([fromA + dx, fromB + dy]);
    if (x < a.length) pairs.push([x, y]);
    fromA = x + 1;
    fromB = y + 1;
  }
  return pairs;
}

/** Lines in common of two arrays of line numbers: {pairs: [[indexA, indexB]], isShortest}. */
export function matchLines(a, b) {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middleA = a.slice(head, a.length - tail);
  const middleB = b.slice(head, b.length - tail);
  const exact = findCommon(middleA, middleB);
  const pairs = exact ?? findCommonByAnchors(middleA, middleB);
  const all = [];
  for (let index = 0; index < head; index += 1) all.push([index, index]);
  for (const [x, y] of pairs) all.push([head + x, head + y]);
  for (let index = tail; index > 0; index -= 1) all.push([a.length - index, b.length - index]);
  return { pairs: all, isShortest: exact !== null };
}
