import { runsText } from "#components/messages/en/runs";
import { Badge } from "#components/ui/badge";
import { formatDuration } from "#components/ui/format";
import { Spinner } from "#components/ui/spinner";
import type { TurnView } from "./timeline-model";

const text = runsText.timeline;
const REVISION_CHARACTERS = 8;

export type TurnRowProps = { turn: TurnView; now: number | null };

/** Where a turn begins: its number, its loop, and how it ended. */
export function TurnRow({ turn, now }: TurnRowProps) {
  const { start } = turn;
  const end = turn.endedAt ?? now;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 border-line border-b bg-raised px-3">
      <h3 className="font-semibold">{turn.no === 0 ? text.before : text.turn(turn.no)}</h3>
      {start ? <span className="text-muted">{text.loop(start.loop, start.depth)}</span> : null}
      {start?.draftsAllowed ? <Badge tone="warn">{text.draftsAllowed}</Badge> : null}
      <span className="flex-1" />
      {start ? (
        <code title={start.revision} className="text-muted max-phone:hidden">
          {text.revision(start.revision.slice(0, REVISION_CHARACTERS))}
        </code>
      ) : null}
      {turn.outcome ? (
        <span className={turn.outcome === "fail" ? "text-danger" : "text-muted"}>{text.outcomes[turn.outcome]}</span>
      ) : turn.no > 0 && now !== null ? (
        <Spinner />
      ) : null}
      {turn.no > 0 && end !== null ? (
        <span className="w-14 text-right text-meta text-muted tabular-nums">
          {formatDuration(Math.max(0, end - turn.startedAt))}
        </span>
      ) : null}
    </div>
  );
}
