/** How a table is sorted: a column and a direction; null is the order of the data. */
export type TableSort = { column: string; direction: "ascending" | "descending" } | null;

/** What a column sorts by; text compares as people order it, numbers as numbers, null last in both directions. */
export type SortValue = string | number | null;

const collator = new Intl.Collator(["en", "zh"], { numeric: true, sensitivity: "base" });

/** The rows in the order of a sort. Pure and stable. */
export function toSortedRows<T>(rows: readonly T[], sort: TableSort, sortValueOf: (row: T) => SortValue): readonly T[] {
  if (sort === null) return rows;
  const sign = sort.direction === "ascending" ? 1 : -1;
  return [...rows].sort((a, b) => {
    const left = sortValueOf(a);
    const right = sortValueOf(b);
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compareValues(left, right);
  });
}

function compareValues(left: string | number, right: string | number): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return collator.compare(String(left), String(right));
}

/** The sort after a click on a column's head: ascending, descending, then the order of the data again. */
export function toNextSort(sort: TableSort, column: string): TableSort {
  if (sort?.column !== column) return { column, direction: "ascending" };
  return sort.direction === "ascending" ? { column, direction: "descending" } : null;
}
