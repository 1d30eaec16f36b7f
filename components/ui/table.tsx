// biome-ignore-all lint/a11y/useSemanticElements: rows out of view are not in the DOM, which a native table cannot express
"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef } from "react";
import { joinClasses } from "./join-classes";
import { type SortValue, type TableSort, toNextSort, toSortedRows } from "./table-model";
import { useUiText } from "./ui-text";
import { useScrollToRow } from "./use-scroll-to-row";

const ROW_PX = 28;

/** Column definitions live at module level: they never change with a render. */
export type TableColumn<T> = {
  id: string;
  label: string;
  /** A CSS grid track, for example "minmax(160px, 2fr)" or "96px". */
  width: string;
  align?: "start" | "end";
  render: (row: T) => ReactNode;
  /** Left out, the column cannot be sorted. */
  sortValue?: (row: T) => SortValue;
  /** Hidden below 640 px. */
  isSecondary?: boolean;
};

export type TableProps<T> = {
  label: string;
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  /** How many there are in all, when `rows` is a part. */
  total?: number;
  rowId: (row: T) => string;
  selectedId: string | null;
  onSelect: (id: string) => void;
  /** Enter or a double click. */
  onOpen?: (id: string) => void;
  sort: TableSort;
  onSortChange: (sort: TableSort) => void;
  /** At the foot, beside the count: "load more", export. */
  footer?: ReactNode;
};

/** A virtualised grid of 28 px rows with a sticky head, sortable columns and its row count stated; keyboard by rows. */
export function Table<T>(props: TableProps<T>) {
  const { label, columns, rows, rowId, selectedId, onSelect, onOpen, sort, onSortChange, footer } = props;
  const text = useUiText();
  const domId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const sorted = useMemo(() => {
    const sortValueOf = columns.find((column) => column.id === sort?.column)?.sortValue;
    return sortValueOf === undefined ? rows : toSortedRows(rows, sort, sortValueOf);
  }, [rows, columns, sort]);
  const selectedIndex = sorted.findIndex((row) => rowId(row) === selectedId);
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollPaddingStart: ROW_PX,
  });
  useScrollToRow(virtualizer, selectedIndex);
  const template = columns.map((column) => column.width).join(" ");
  const phoneTemplate = columns.map((column) => (column.isSecondary ? "0" : column.width)).join(" ");

  const select = (index: number) => {
    const row = sorted[Math.max(0, Math.min(sorted.length - 1, index))];
    if (row !== undefined) onSelect(rowId(row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (event.target !== event.currentTarget) return;
    const to = toRowIndex(event.key, selectedIndex, sorted.length);
    if (to !== null) {
      event.preventDefault();
      select(to);
    } else if (event.key === "Enter" && selectedId !== null) onOpen?.(selectedId);
  };

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        tabIndex={0}
        aria-activedescendant={selectedIndex === -1 ? undefined : `${domId}-${selectedIndex}`}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
        style={{ "--columns": template, "--phone-columns": phoneTemplate }}
      >
        <TableHead columns={columns} sort={sort} onSortChange={onSortChange} />
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = sorted[item.index];
            if (row === undefined) return null;
            const id = rowId(row);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are answered by the grid, which holds the focus
              <div
                key={id}
                id={`${domId}-${item.index}`}
                role="row"
                tabIndex={-1}
                aria-rowindex={item.index + 2}
                aria-selected={id === selectedId}
                onClick={() => {
                  onSelect(id);
                  scroller.current?.focus({ preventScroll: true });
                }}
                onDoubleClick={() => onOpen?.(id)}
                className={joinClasses(
                  rowClasses,
                  "absolute inset-x-0 cursor-default",
                  id === selectedId ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-hover",
                )}
                style={{ top: item.start, height: item.size }}
              >
                {columns.map((column) => (
                  <span key={column.id} role="gridcell" tabIndex={-1} className={cellClasses(column)}>
                    {column.render(row)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      <div className="flex h-8 shrink-0 items-center gap-3 border-line border-t px-3 text-meta text-muted">
        <span className="flex-1">{text.rowsShown(rows.length, props.total ?? rows.length)}</span>
        {footer}
      </div>
    </div>
  );
}

const rowClasses =
  "grid min-w-full items-center [grid-template-columns:var(--columns)] max-phone:[grid-template-columns:var(--phone-columns)]";

function cellClasses<T>(column: TableColumn<T>): string {
  return joinClasses(
    "min-w-0 truncate px-3",
    column.align === "end" && "text-right",
    column.isSecondary && "max-phone:overflow-hidden max-phone:px-0",
  );
}

type TableHeadProps<T> = {
  columns: readonly TableColumn<T>[];
  sort: TableSort;
  onSortChange: (sort: TableSort) => void;
};

function TableHead<T>({ columns, sort, onSortChange }: TableHeadProps<T>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-line border-b bg-raised">
      <div role="row" tabIndex={-1} className={joinClasses(rowClasses, "h-7")}>
        {columns.map((column) => {
          const direction = sort?.column === column.id ? sort.direction : null;
          const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
          return (
            <span
              key={column.id}
              role="columnheader"
              tabIndex={-1}
              aria-sort={column.sortValue === undefined ? undefined : (direction ?? "none")}
              className={joinClasses(cellClasses(column), "text-meta text-muted")}
            >
              {column.sortValue === undefined ? (
                column.label
              ) : (
                <button
                  type="button"
                  onClick={() => onSortChange(toNextSort(sort, column.id))}
                  className="inline-flex items-center gap-1 rounded-sm hover:text-fg"
                >
                  {column.label}
                  <Arrow aria-hidden size={11} className={direction === null ? "invisible" : ""} />
                </button>
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}

function toRowIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
    case "j":
      return index + 1;
    case "ArrowUp":
    case "k":
      return Math.max(0, index - 1);
    case "PageDown":
      return index + 20;
    case "PageUp":
      return index - 20;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
