import type { WireEvent } from "#server/loop/events";
import type { RunTimeline, TimelineEntry, TurnView } from "./timeline-model";

export const TIMELINE_FILTERS = ["all", "discovery", "model", "calls", "problems"] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

export type TimelineRow =
  | { kind: "turn"; key: string; turn: TurnView }
  | { kind: "entry"; key: string; turn: TurnView; entry: TimelineEntry; isOpen: boolean };

export type RowOptions = {
  filter: TimelineFilter;
  /** Text to find, "" for none; compared without case in everything that was stored inline. */
  find: string;
  /** Seqs of entries whose open state is the other one than the default. */
  toggled: ReadonlySet<number>;
};

/** True for a text that names a filter of the address. */
export function isTimelineFilter(value: string | null): value is TimelineFilter {
  return TIMELINE_FILTERS.some((filter) => filter === value);
}

/** The rows to draw, in the order of the log; a turn with nothing to show is left out. Pure. */
export function toTimelineRows(timeline: RunTimeline, options: RowOptions): TimelineRow[] {
  const needle = options.find.trim().toLowerCase();
  const rows: TimelineRow[] = [];
  for (const turn of timeline.turns) {
    const entries = turn.entries.filter(
      (entry) => isShown(entry, options.filter) && (needle === "" || isFound(entry, needle)),
    );
    if (entries.length === 0 && (needle !== "" || options.filter !== "all" || turn.no === 0)) continue;
    rows.push({ kind: "turn", key: `turn-${turn.no}`, turn });
    for (const entry of entries) {
      const isOpen = isOpenAtFirst(entry) !== options.toggled.has(entry.seq);
      rows.push({ kind: "entry", key: `entry-${entry.seq}`, turn, entry, isOpen });
    }
  }
  return rows;
}

/** True when something in the entry went wrong. */
export function hasProblem(entry: TimelineEntry): boolean {
  if (entry.kind === "call") return entry.status === "failed";
  if (entry.kind === "model") return entry.result?.ok === false;
  if (entry.kind === "error") return true;
  if (entry.kind === "end") return entry.event.type === "fail_react_task";
  if (entry.kind === "focus") return entry.event.type === "focus_refused";
  return entry.kind === "observation" && isErrorObservation(entry.event);
}

function isErrorObservation(event: WireEvent): boolean {
  const { payload } = event;
  return typeof payload === "object" && payload !== null && "isError" in payload && payload.isError === true;
}

/** What answers "why" stands open; prompts and raw texts are one key away. */
function isOpenAtFirst(entry: TimelineEntry): boolean {
  if (entry.kind === "discovery" || entry.kind === "call" || entry.kind === "error") return true;
  return entry.kind === "model" && entry.result?.ok === false;
}

function isShown(entry: TimelineEntry, filter: TimelineFilter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "discovery":
      return entry.kind === "discovery" || entry.kind === "skill" || entry.kind === "focus";
    case "model":
      return entry.kind === "model" || entry.kind === "thought" || entry.kind === "action";
    case "calls":
      return entry.kind === "call" || entry.kind === "observation";
    case "problems":
      return hasProblem(entry);
  }
}

const searchable = new WeakMap<WireEvent, string>();

function toSearchable(event: WireEvent): string {
  const known = searchable.get(event);
  if (known !== undefined) return known;
  const text = `${event.type} ${JSON.stringify(event.payload ?? "")}`.toLowerCase();
  searchable.set(event, text);
  return text;
}

function isFound(entry: TimelineEntry, needle: string): boolean {
  return entry.events.some((event) => toSearchable(event).includes(needle));
}
