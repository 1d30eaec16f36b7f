"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef } from "react";
import { joinClasses } from "./join-classes";
import { findTypedRow, type TreeItem, type TreeRow, type Typed, toTreeMove, toTreeRows, toTyped } from "./tree-model";
import { useScrollToRow } from "./use-scroll-to-row";

const ROW_PX = 28;
const TOUCH_ROW_PX = 32;

export type TreeProps<T> = {
  label: string;
  items: readonly TreeItem<T>[];
  expanded: ReadonlySet<string>;
  onExpandedChange: (id: string, isExpanded: boolean) => void;
  selectedId: string | null;
  onSelect: (id: string) => void;
  /** Enter or a double click on a leaf: go to its page. */
  onOpen?: (id: string) => void;
  /** What typed letters find a row by; left out, letters do nothing. */
  rowText?: (row: TreeRow<T>) => string;
  /** What a row says, after its chevron. */
  renderRow: (row: TreeRow<T>) => ReactNode;
};

/**
 * The accessible tree list: one tab stop, arrows, typed letters, selection follows focus, only the rows in view are in the DOM, so that
 * 10,000 entries cost what 40 do. Focus stays on the tree; the current row is its active descendant.
 */
export function Tree<T>(props: TreeProps<T>) {
  const { label, items, expanded, onExpandedChange, selectedId, onSelect, onOpen, rowText, renderRow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const domId = useId();
  const rows = useMemo(() => toTreeRows(items, expanded), [items, expanded]);
  const selectedIndex = rows.findIndex((row) => row.id === selectedId);
  const isTouch = typeof window !== "undefined" && window.matchMedia("(pointer: coarse)").matches;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isTouch ? TOUCH_ROW_PX : ROW_PX),
    overscan: 12,
  });
  useScrollToRow(virtualizer, selectedIndex);
  const typed = useRef<Typed>({ text: "", at: 0 });

  /** True when the key was a letter of a row's name. */
  const findByLetter = (event: KeyboardEvent): boolean => {
    const next = rowText === undefined ? null : toTyped(typed.current, event.key, event.timeStamp);
    if (next === null || rowText === undefined) return false;
    typed.current = next;
    event.preventDefault();
    event.stopPropagation();
    const target = rows[findTypedRow(rows.map(rowText), selectedIndex, next.text)];
    if (target !== undefined) onSelect(target.id);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (findByLetter(event)) return;
    const row = rows[selectedIndex];
    if (row !== undefined && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (row.childCount > 0) onExpandedChange(row.id, !row.isExpanded);
      else if (event.key === "Enter") onOpen?.(row.id);
      return;
    }
    const move = toTreeMove(rows, selectedIndex, event.key);
    if (move.kind === "none") return;
    event.preventDefault();
    event.stopPropagation();
    if (move.kind === "focus") {
      const target = rows[move.index];
      if (target !== undefined) onSelect(target.id);
    } else if (move.kind === "expand") for (const id of move.ids) onExpandedChange(id, true);
    else onExpandedChange(move.id, false);
  };

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={selectedIndex === -1 ? undefined : `${domId}-${selectedIndex}`}
      onKeyDown={onKeyDown}
      className="group min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
    >
      <div role="none" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <TreeRowView
              key={row.id}
              id={`${domId}-${item.index}`}
              row={row}
              isSelected={row.id === selectedId}
              top={item.start}
              height={item.size}
              onPress={() => {
                onSelect(row.id);
                if (row.childCount > 0) onExpandedChange(row.id, !row.isExpanded);
                scroller.current?.focus({ preventScroll: true });
              }}
              onToggle={() => onExpandedChange(row.id, !row.isExpanded)}
              onOpen={() => row.childCount === 0 && onOpen?.(row.id)}
            >
              {renderRow(row)}
            </TreeRowView>
          );
        })}
      </div>
    </div>
  );
}

type TreeRowViewProps<T> = {
  id: string;
  row: TreeRow<T>;
  isSelected: boolean;
  top: number;
  height: number;
  onPress: () => void;
  onToggle: () => void;
  onOpen: () => void;
  children: ReactNode;
};

function TreeRowView<T>({
  id,
  row,
  isSelected,
  top,
  height,
  onPress,
  onToggle,
  onOpen,
  children,
}: TreeRowViewProps<T>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are answered by the tree, which holds the focus
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={isSelected}
      aria-expanded={row.childCount > 0 ? row.isExpanded : undefined}
      onClick={onPress}
      onDoubleClick={onOpen}
      className={joinClasses(
        "absolute inset-x-0 flex cursor-default select-none items-center gap-1 pr-2",
        isSelected ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-hover",
      )}
      style={{ top, height, paddingLeft: 6 + (row.level - 1) * 16 }}
    >
      {row.childCount > 0 ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the row's aria-expanded and its keys say and do the same
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <span
          className="flex size-4 shrink-0 items-center justify-center text-muted"
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <ChevronRight
            aria-hidden
            size={13}
            className={joinClasses("transition-transform duration-100", row.isExpanded && "rotate-90")}
          />
        </span>
      ) : (
        <span className="size-4 shrink-0" />
      )}
      {children}
    </div>
  );
}
