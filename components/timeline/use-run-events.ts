"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useApiClient } from "#components/api";
import type { WireEvent } from "#server/loop/events";

export type LiveState = "connecting" | "live" | "reconnecting" | "ended" | "failed";

export type LiveLog<T> = { value: T; connection: LiveState; error: unknown };

/**
 * Outside system: the log of one run or execution, over the tab's one WebSocket. The socket resumes by the id of the last
 * batch; another epoch (an imported or restored log) starts the fold again. Batches are joined to animation frames, so a
 * fast run draws as often as the screen does.
 */
export function useRunEvents<T>(id: string, empty: T, fold: (value: T, events: readonly WireEvent[]) => T): LiveLog<T> {
  const client = useApiClient();
  const [log, setLog] = useState<LiveLog<T>>({ value: empty, connection: "connecting", error: null });
  const waiting = useRef<WireEvent[]>([]);
  const frame = useRef(0);

  const flush = useCallback(() => {
    frame.current = 0;
    const events = waiting.current;
    waiting.current = [];
    setLog((current) => ({ ...current, value: fold(current.value, events) }));
  }, [fold]);

  useEffect(() => {
    let epoch: string | null = null;
    setLog({ value: empty, connection: "connecting", error: null });
    const subscription = client.run.events.subscribe(
      { id },
      {
        onData: ({ data }) => {
          if (epoch !== null && epoch !== data.epoch) {
            waiting.current = [];
            setLog((current) => ({ ...current, value: empty }));
          }
          epoch = data.epoch;
          waiting.current.push(...data.events);
          if (frame.current === 0) frame.current = requestAnimationFrame(flush);
        },
        onConnectionStateChange: ({ state }) =>
          setLog((current) => ({ ...current, connection: toLiveState(state, current.connection) })),
        onComplete: () => setLog((current) => ({ ...current, connection: "ended" })),
        onError: (error) => setLog((current) => ({ ...current, connection: "failed", error })),
      },
    );
    return () => {
      subscription.unsubscribe();
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      waiting.current = [];
    };
  }, [client, id, empty, flush]);

  return log;
}

function toLiveState(state: "idle" | "connecting" | "pending", before: LiveState): LiveState {
  if (state === "pending") return "live";
  if (state === "connecting") return before === "connecting" ? "connecting" : "reconnecting";
  return before;
}
