"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { findProblem, useApi } from "#components/api";
import { toProblemText } from "#components/messages/en/problem";
import { runsText } from "#components/messages/en/runs";
import { RunTimeline } from "#components/timeline/run-timeline";
import { applyEvents, EMPTY_TIMELINE, type RunTimeline as Timeline } from "#components/timeline/timeline-model";
import { useNowWhile } from "#components/timeline/use-now-while";
import { useRunEvents } from "#components/timeline/use-run-events";
import { LinkButton } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { Panes } from "#components/ui/panes";
import { SkeletonRows } from "#components/ui/skeleton";
import { useUrlState } from "#components/ui/use-url-state";
import type { WireEvent } from "#server/loop/events";
import { EventInspector } from "./event-inspector";
import { PlannerNotice } from "./planner-notice";
import { RunHead } from "./run-head";
import { useStoredHead } from "./use-stored-head";

const text = runsText;
const GOES_ON = new Set(["queued", "running", "waiting"]);

export type RunPageProps = { id: string };

/** One run, live and finished alike: the head, the timeline and the events behind the selected row. */
export function RunPage({ id }: RunPageProps) {
  const url = useUrlState();
  const { set } = url;
  const log = useRunEvents(id, EMPTY_TIMELINE, applyEvents);
  const timeline = log.value;
  const head = useStoredHead(timeline);
  const now = useNowWhile(timeline.head.state !== null && GOES_ON.has(timeline.head.state));
  const selectedSeq = toSeq(url.get("event"));
  const select = useCallback(
    (seq: number | null) => set({ event: seq === null ? null : String(seq) }, "replace"),
    [set],
  );
  const problem = findProblem(log.error);
  const events = selectedSeq === null ? [] : findRowEvents(timeline, selectedSeq);

  if (problem && timeline.events.length === 0) return <MissingRun id={id} code={problem.code} />;
  if (timeline.events.length === 0) return <SkeletonRows rows={10} label={text.connection.connecting} />;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {head.started?.isPlanner ? <PlannerNotice /> : null}
      <RunHead id={id} timeline={{ ...timeline, head }} now={now} connection={log.connection} />
      {selectedSeq !== null && events.length === 0 ? (
        <p role="status" className="border-line border-b px-3 py-1.5 text-warn">
          {text.timeline.detached(selectedSeq)}
        </p>
      ) : null}
      <Panes
        name="run"
        main={<RunTimeline timeline={timeline} now={now} selectedSeq={selectedSeq} onSelect={select} />}
        mainLabel={text.timeline.label}
        phonePane={events.length > 0 ? "inspector" : "main"}
        {...(events.length > 0
          ? {
              inspector: <EventInspector events={events} onClose={() => select(null)} />,
              inspectorLabel: text.timeline.inspector,
              onPhoneBack: () => select(null),
            }
          : {})}
      />
    </div>
  );
}

function MissingRun({ id, code }: RunPageProps & { code: string }) {
  const api = useApi();
  const run = useQuery(api.run.get.queryOptions({ id }));
  const problem = findProblem(run.error);
  const words = problem ? toProblemText(problem) : { title: text.connection.failed, code };
  return (
    <div className="p-3">
      <ErrorPanel {...words} action={<LinkButton href="/runs">{text.head.toList}</LinkButton>} />
    </div>
  );
}

function toSeq(value: string | null): number | null {
  const seq = Number(value);
  return value !== null && Number.isSafeInteger(seq) && seq > 0 ? seq : null;
}

/** The events of the row that holds the event; the event alone when no row draws it; none when the log does not have it. */
function findRowEvents(timeline: Timeline, seq: number): readonly WireEvent[] {
  for (const turn of timeline.turns) {
    for (const entry of turn.entries) {
      if (entry.events.some((event) => event.seq === seq)) return entry.events;
    }
  }
  return timeline.events.filter((event) => event.seq === seq);
}
