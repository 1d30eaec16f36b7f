import { z } from "zod";

/** How one list becomes another: runs of rows that stay, rows that go, rows that come, in the order of the list. */
export function listPatchSchema<T extends z.ZodType>(row: T) {
  return z.array(
    z.union([z.object({ keep: z.number() }), z.object({ skip: z.number() }), z.object({ put: z.array(row) })]),
  );
}

export type ListPatch<T> = ({ keep: number } | { skip: number } | { put: T[] })[];

/** A row with the key that tells it from others and the text that two equal rows share. */
export type KeyedRow<T> = { key: string; text: string; row: T };

/**
 * The patch that makes `after` of `before`. Exact whatever the lists hold, also when rows moved; short when few differ.
 * Linear. Pure.
 */
export function toListPatch<T>(before: readonly KeyedRow<T>[], after: readonly KeyedRow<T>[]): ListPatch<T> {
  const placeOf = new Map(before.map(({ key }, at) => [key, at]));
  const patch: ListPatch<T> = [];
  const add = (kind: "keep" | "skip", count: number): void => {
    const last = patch.at(-1);
    if (count === 0) return;
    if (last !== undefined && kind === "keep" && "keep" in last) last.keep += count;
    else if (last !== undefined && kind === "skip" && "skip" in last) last.skip += count;
    else patch.push(kind === "keep" ? { keep: count } : { skip: count });
  };
  const put = (row: T): void => {
    const last = patch.at(-1);
    if (last !== undefined && "put" in last) last.put.push(row);
    else patch.push({ put: [row] });
  };
  let at = 0;
  for (const { key, text, row } of after) {
    const place = placeOf.get(key);
    if (place !== undefined && place >= at && before[place]?.text === text) {
      add("skip", place - at);
      add("keep", 1);
      at = place + 1;
    } else {
      put(row);
      if (place === at) {
        add("skip", 1);
        at += 1;
      }
    }
  }
  return patch;
}
