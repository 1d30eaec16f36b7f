"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useMemo, useRef, useState } from "react";
import { runsText } from "#components/messages/en/runs";
import { EmptyState } from "#components/ui/empty-state";
import { SearchField } from "#components/ui/search-field";
import { Select } from "#components/ui/select";
import { Switch } from "#components/ui/switch";
import { useUrlState } from "#components/ui/use-url-state";
import { EntryRow } from "./entry-row";
import { toTimeWindow } from "./timeline-layout";
import type { RunTimeline as Timeline, TimelineEntry } from "./timeline-model";
import { isTimelineFilter, TIMELINE_FILTERS, type TimelineRow, toTimelineRows } from "./timeline-rows";
import { TurnRow } from "./turn-row";
import { useFollowEnd, useScrollToOnce } from "./use-follow-end";

const text = runsText.timeline;
const ROW_PX = 29;
const OVERSCAN = 12;

export type RunTimelineProps = {
  timeline: Timeline;
  /** Milliseconds since 1970; null once the run ended. */
  now: number | null;
  selectedSeq: number | null;
  onSelect: (seq: number | null) => void;
};

/** The run, turn by turn. Only rows in sight are in the document, however long the run is. */
export function RunTimeline({ timeline, now, selectedSeq, onSelect }: RunTimelineProps) {
  const url = useUrlState();
  const asked = url.get("show");
  const filter = isTimelineFilter(asked) ? asked : "all";
  const find = url.get("find") ?? "";
  const isFollowing = url.get("follow") !== "off" && now !== null;
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);

  const rows = useMemo(() => toTimelineRows(timeline, { filter, find, toggled }), [timeline, filter, find, toggled]);
  const entryRows = useMemo(() => rows.filter((row) => row.kind === "entry"), [rows]);
  const window = useTimeWindow(timeline, now);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
  });
  useFollowEnd(virtualizer, { isFollowing: isFollowing && selectedSeq === null, count: rows.length });
  const selectedIndex = rows.findIndex((row) => row.kind === "entry" && hasSeq(row.entry, selectedSeq));
  useScrollToOnce(virtualizer, { index: selectedIndex, key: selectedSeq === null ? null : String(selectedSeq) });

  const toggle = useCallback((seq: number) => {
    setToggled((current) => {
      const next = new Set(current);
      if (!next.delete(seq)) next.add(seq);
      return next;
    });
  }, []);

  const move = (step: number) => {
    const at = entryRows.findIndex((row) => hasSeq(row.entry, selectedSeq));
    const next = entryRows[at === -1 ? (step > 0 ? 0 : entryRows.length - 1) : at + step];
    if (!next) return;
    onSelect(next.entry.seq);
    virtualizer.scrollToIndex(rows.indexOf(next), { align: "auto" });
  };

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1">
        <Select
          label={text.filterLabel}
          isLabelHidden
          options={TIMELINE_FILTERS.map((id) => ({ id, label: text.filters[id] }))}
          value={filter}
          onChange={(id) => url.set({ show: id === "all" ? null : id }, "replace")}
        />
        <SearchField
          label={text.find}
          placeholder={text.find}
          value={find}
          onChange={(value) => url.set({ find: value === "" ? null : value }, "replace")}
          isPageSearch
          className="w-56"
        />
        {find === "" && filter === "all" ? null : (
          <span role="status" className="text-meta text-muted">
            {text.found(entryRows.length)}
          </span>
        )}
        <span className="flex-1" />
        {now === null ? null : (
          <Switch isSelected={isFollowing} onChange={(isOn) => url.set({ follow: isOn ? null : "off" }, "replace")}>
            {text.follow}
          </Switch>
        )}
      </div>
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={text.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
          const step =
            event.key === "j" || event.key === "ArrowDown" ? 1 : event.key === "k" || event.key === "ArrowUp" ? -1 : 0;
          if (step !== 0) {
            event.preventDefault();
            move(step);
          } else if (event.key === "Enter" && selectedSeq !== null) {
            const row = rows[selectedIndex];
            if (row?.kind === "entry") toggle(row.entry.seq);
          } else if (event.key === "Escape") {
            onSelect(null);
          }
        }}
        className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
      >
        {rows.length === 0 ? (
          <EmptyState sentence={find === "" && filter === "all" ? text.empty : text.nothingFound} />
        ) : (
          <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index];
              return row === undefined ? null : (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className="absolute inset-x-0"
                  style={{ top: item.start }}
                >
                  {drawRow(row)}
                </div>
              );
            })}
          </div>
        )}
      </div>
    </div>
  );

  function drawRow(row: TimelineRow) {
    if (row.kind === "turn") return <TurnRow turn={row.turn} now={row.turn.endedAt === null ? now : null} />;
    const { entry } = row;
    return (
      <EntryRow
        entry={entry}
        isOpen={row.isOpen}
        isSelected={hasSeq(entry, selectedSeq)}
        window={window}
        now={entry.endedAt === null ? now : null}
        onSelect={onSelect}
        onToggle={toggle}
      />
    );
  }
}

function hasSeq(entry: TimelineEntry, seq: number | null): boolean {
  return seq !== null && entry.events.some((event) => event.seq === seq);
}

/** The window only grows, so finished rows keep their bars while the run goes on. */
function useTimeWindow(timeline: Timeline, now: number | null) {
  const start = timeline.head.startedAt ?? timeline.events[0]?.ts ?? 0;
  const end = now ?? timeline.head.endedAt ?? timeline.events.at(-1)?.ts ?? start;
  return useMemo(() => toTimeWindow([{ start, end }], null), [start, end]);
}
