"use client";

import { payloadOf } from "#components/timeline/payload";
import type { RunHead, RunTimeline } from "#components/timeline/timeline-model";
import { useStoredEvent } from "#components/timeline/use-stored-event";

/** The run's head, also when its question or its answer is so long that the server stored it apart. */
export function useStoredHead({ head, events }: RunTimeline): RunHead {
  const last = events.at(-1);
  const first = useStoredEvent(events[0]);
  const end = useStoredEvent(last?.type === "result" ? last : undefined);
  return {
    ...head,
    started: head.started ?? (first && payloadOf(first, "run_started")),
    result: head.result ?? (end && payloadOf(end, "result")),
  };
}
