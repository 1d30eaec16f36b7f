import { describe, expect, test } from "vitest";
import { toNextSort, toSortedRows } from "./table-model";

describe("sorted rows", () => {
  const rows = [{ name: "b10" }, { name: "b9" }, { name: "A" }];
  test.each([
    ["no sort keeps the order of the data", null, ["b10", "b9", "A"]],
    ["text sorts as people read it, digits by value", { column: "name", direction: "ascending" }, ["A", "b9", "b10"]],
    ["descending turns it round", { column: "name", direction: "descending" }, ["b10", "b9", "A"]],
  ] as const)("%s", (_, sort, names) => {
    expect(toSortedRows(rows, sort, (row) => row.name).map((row) => row.name)).toEqual(names);
  });
  test.each(["ascending", "descending"] as const)("unknown values come last when %s", (direction) => {
    const values = toSortedRows([3, null, 1], { column: "n", direction }, (value) => value);
    expect(values.at(-1)).toBeNull();
  });
});

test("a column's head goes ascending, descending, unsorted", () => {
  const first = toNextSort(null, "name");
  const second = toNextSort(first, "name");
  expect([first?.direction, second?.direction, toNextSort(second, "name")]).toEqual(["ascending", "descending", null]);
});
