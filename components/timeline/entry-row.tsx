import type { LucideIcon } from "lucide-react";
import {
  Activity,
  Anvil,
  BookText,
  Brain,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  Crosshair,
  Eye,
  Flag,
  MessageSquare,
  Search,
  Sparkles,
  Zap,
} from "lucide-react";
import { memo } from "react";
import { runsText } from "#components/messages/en/runs";
import { Badge } from "#components/ui/badge";
import { ConcealedText } from "#components/ui/concealed-text";
import { formatDuration, formatTokens } from "#components/ui/format";
import { joinClasses } from "#components/ui/join-classes";
import { Spinner } from "#components/ui/spinner";
import { EntryDetails } from "./entry-details";
import { toEntrySummary } from "./entry-summary";
import { type Bar, type TimeWindow, toBar } from "./timeline-layout";
import { type EntryKind, type TimeKind, type TimelineEntry, toTimeKind } from "./timeline-model";
import { hasProblem } from "./timeline-rows";

const text = runsText.timeline;

const icons: Record<EntryKind, LucideIcon> = {
  discovery: Search,
  model: Sparkles,
  thought: Brain,
  action: Zap,
  call: Anvil,
  observation: Eye,
  skill: BookText,
  focus: Crosshair,
  state: Activity,
  error: CircleAlert,
  end: Flag,
};

const barColours: Record<TimeKind, string> = {
  waiting: "bg-time-waiting",
  model: "bg-time-model",
  sandbox: "bg-time-sandbox",
  tool: "bg-time-tool",
  none: "bg-time-waiting",
};

export type EntryRowProps = {
  entry: TimelineEntry;
  isOpen: boolean;
  isSelected: boolean;
  window: TimeWindow;
  /** Milliseconds since 1970; null once the run ended. */
  now: number | null;
  onSelect: (seq: number) => void;
  onToggle: (seq: number) => void;
};

/** One thing that happened, in one line; what it holds opens below. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, isOpen, isSelected, window, now, onSelect, onToggle } = props;
  const Icon = entry.kind === "end" && !hasProblem(entry) ? MessageSquare : icons[entry.kind];
  const kindWord = text.kinds[entry.kind];
  return (
    <div className={joinClasses("border-line border-b", isSelected && "bg-accent-soft")} data-entry={entry.kind}>
      <div className="grid min-h-7 grid-cols-[24px_104px_minmax(0,1fr)_minmax(80px,22%)_64px] items-center gap-2 pr-3 pl-1 max-desk:grid-cols-[24px_92px_minmax(0,1fr)_64px] max-phone:grid-cols-[24px_20px_minmax(0,1fr)_56px]">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={isOpen ? text.close(kindWord) : text.open(kindWord)}
          onClick={() => onToggle(entry.seq)}
          className="flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover pointer-coarse:size-8"
        >
          {isOpen ? <ChevronDown aria-hidden size={13} /> : <ChevronRight aria-hidden size={13} />}
        </button>
        <span className={joinClasses("flex items-center gap-1.5", hasProblem(entry) ? "text-danger" : "text-muted")}>
          <Icon aria-hidden size={13} className="shrink-0" />
          <span className="truncate max-phone:sr-only">{kindWord}</span>
        </span>
        <button
          type="button"
          aria-current={isSelected ? "true" : undefined}
          onClick={() => onSelect(entry.seq)}
          className="flex min-w-0 items-center gap-2 self-stretch text-left"
        >
          <span className={joinClasses("truncate", entry.kind === "call" && "font-medium")}>
            <ConcealedText text={toEntrySummary(entry)} />
          </span>
          <EntryMarks entry={entry} />
        </button>
        <span className="max-desk:hidden">
          {toTimeKind(entry) === "none" ? null : <EntryBar entry={entry} window={window} now={now} />}
        </span>
        <span className="text-right text-meta text-muted tabular-nums">
          <EntryDuration entry={entry} now={now} />
        </span>
      </div>
      {isOpen ? (
        <div className="appear pr-3 pb-2.5 pl-8 max-phone:pl-3">
          <EntryDetails entry={entry} />
        </div>
      ) : null}
    </div>
  );
});

function EntryMarks({ entry }: { entry: TimelineEntry }) {
  if (entry.kind === "model") {
    const { request, result } = entry;
    return (
      <span className="flex shrink-0 items-center gap-1.5 text-meta text-muted">
        {request && request.attempt > 1 ? <Badge tone="warn">{text.attempt(request.attempt)}</Badge> : null}
        {result?.isCached ? <Badge>{text.cached}</Badge> : null}
        {result && (result.usage.inputTokens !== null || result.usage.outputTokens !== null) ? (
          <span className="max-phone:hidden">
            {text.tokens(formatTokens(result.usage.inputTokens), formatTokens(result.usage.outputTokens))}
          </span>
        ) : null}
        {entry.endedAt === null ? <Spinner /> : null}
      </span>
    );
  }
  if (entry.kind !== "call") return null;
  const tone = entry.status === "ok" ? "good" : entry.status === "failed" ? "danger" : "neutral";
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      <Badge tone={entry.isPartial ? "warn" : tone}>{text.callStatus[entry.status]}</Badge>
      {entry.call?.isDraft ? <Badge tone="warn">{text.draft}</Badge> : null}
      {entry.call?.digest === null ? <Badge>{text.hostTool}</Badge> : null}
      {entry.endedAt === null ? <Spinner /> : null}
    </span>
  );
}

function EntryDuration({ entry, now }: { entry: TimelineEntry; now: number | null }) {
  if (toTimeKind(entry) === "none") return null;
  if (entry.kind === "model" && entry.result) return formatDuration(entry.result.durationMs);
  if (entry.kind === "call" && entry.durationMs !== null) return formatDuration(entry.durationMs);
  const end = entry.endedAt ?? now;
  return end === null ? null : formatDuration(Math.max(0, end - entry.startedAt));
}

type EntryBarProps = { entry: TimelineEntry; window: TimeWindow; now: number | null };

function EntryBar({ entry, window, now }: EntryBarProps) {
  const bar: Bar = toBar({ start: entry.startedAt, end: entry.endedAt }, window, now);
  return (
    <span aria-hidden className="relative block h-3" title={bar.isClamped ? text.clockSkew : undefined}>
      <span
        className={joinClasses(
          "absolute inset-y-0.5 min-w-0.5 rounded-[2px]",
          barColours[toTimeKind(entry)],
          bar.isOpen && "opacity-60",
          bar.isClamped && "outline outline-danger-line",
        )}
        style={{ left: `${bar.left * 100}%`, width: `${bar.width * 100}%` }}
      />
    </span>
  );
}
