import { toFolded } from "./fold-text";
import { tokenize } from "./tokenize";

/** Below this a name is not worth offering. */
const LIKENESS_MIN = 0.5;

export type NearestIndex = { find(identifier: string, limit: number): string[] };

/**
 * Finds the names that an unknown identifier may have meant, best first, at most `limit`; ties keep the order of `names`. A
 * name counts by the best of: few edits apart, shared words, one inside the other (a model that calls `search_files` where
 * only `fs_search_files` exists, field-notes T29). An empty identifier finds nothing. Names are taken apart at the first use.
 */
export function createNearestIndex(names: readonly string[]): NearestIndex {
  let candidates: { name: string; comparable: Comparable }[] | undefined;
  return {
    find(identifier, limit) {
      const wanted = toComparable(identifier);
      if (!wanted.joined) return [];
      candidates ??= names.map((name) => ({ name, comparable: toComparable(name) }));
      return candidates
        .map(({ name, comparable }) => ({ name, likeness: toLikeness(wanted, comparable) }))
        .filter(({ likeness }) => likeness >= LIKENESS_MIN)
        .sort((one, other) => other.likeness - one.likeness)
        .slice(0, Math.max(0, limit))
        .map(({ name }) => name);
    },
  };
}

type Comparable = { joined: string; words: ReadonlySet<string> };

function toComparable(name: string): Comparable {
  const words = new Set(
    tokenize(name)
      .filter(({ isExtra }) => !isExtra)
      .map(({ term }) => term),
  );
  return { joined: toFolded(name).replace(/[^\p{L}\p{N}]/gu, ""), words };
}

function toLikeness(wanted: Comparable, candidate: Comparable): number {
  if (!candidate.joined) return 0;
  const longest = Math.max(wanted.joined.length, candidate.joined.length);
  const shortest = Math.min(wanted.joined.length, candidate.joined.length);
  const isInside =
    shortest >= 4 && (candidate.joined.includes(wanted.joined) || wanted.joined.includes(candidate.joined));
  const inside = isInside ? 0.6 + (0.4 * shortest) / longest : 0;
  const edits = shortest / longest < LIKENESS_MIN ? 0 : 1 - countEdits(wanted.joined, candidate.joined) / longest;
  return Math.max(inside, edits, toOverlap(wanted.words, candidate.words));
}

function toOverlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}

/** Insertions, deletions, replacements and swapped neighbours between two words. */
function countEdits(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
