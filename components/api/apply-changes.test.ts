import fc from "fast-check";
import { expect, test } from "vitest";
import { type KeyedRow, toListPatch } from "#server/api/catalog/list-patch";
import { applyListPatch } from "./apply-changes";

type Row = { key: string; value: number };

const keyed = (rows: readonly Row[]): KeyedRow<Row>[] =>
  rows.map((row) => ({ key: row.key, text: JSON.stringify(row), row }));
const rows = fc.uniqueArray(fc.record({ key: fc.constantFrom(..."abcdefghij"), value: fc.nat(2) }), {
  selector: ({ key }) => key,
});

test("whatever was added, removed, changed or moved, the patched list is the new one", () => {
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      expect(applyListPatch(before, toListPatch(keyed(before), keyed(after)))).toEqual(after);
    }),
    { numRuns: 2_000 },
  );
});

test("one changed row of 5,000 is one row, and the others stay the same objects", () => {
  const before = Array.from({ length: 5_000 }, (_, at) => ({ key: `k${at}`, value: 0 }));
  const after = before.map((row) => (row.key === "k3000" ? { ...row, value: 1 } : { ...row }));
  const patch = toListPatch(keyed(before), keyed(after));
  expect(patch).toEqual([{ keep: 3_000 }, { put: [{ key: "k3000", value: 1 }] }, { skip: 1 }, { keep: 1_999 }]);
  const patched = applyListPatch(before, patch);
  expect(patched.filter((row, at) => row === before[at])).toHaveLength(4_999);
});
