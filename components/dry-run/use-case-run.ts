"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useApiClient } from "#components/api";
import type { Subject } from "#server/api/execution/subject";
import type { CaseResult } from "./cases-model";

export type CaseRun = {
  results: readonly CaseResult[];
  state: "idle" | "running" | "finished" | "stopped" | "failed";
  error: unknown;
};

const IDLE: CaseRun = { results: [], state: "idle", error: null };

/** Outside system: the run of a case file over the tab's socket. Leaving the page or stopping ends it on the server too. */
export function useCaseRun(name: string): { run: CaseRun; start: (subject: Subject) => void; stop: () => void } {
  const client = useApiClient();
  const [run, setRun] = useState<CaseRun>(IDLE);
  const subscription = useRef<{ unsubscribe: () => void } | null>(null);
  const start = useCallback(
    (subject: Subject) => {
      subscription.current?.unsubscribe();
      setRun({ ...IDLE, state: "running" });
      subscription.current = client.case.run.subscribe(
        { name, subject },
        {
          onStarted: () => setRun({ ...IDLE, state: "running" }),
          onData: (result) => setRun((current) => ({ ...current, results: [...current.results, result] })),
          onComplete: () => setRun((current) => ({ ...current, state: "finished" })),
          onError: (error) => setRun((current) => ({ ...current, state: "failed", error })),
        },
      );
    },
    [client, name],
  );
  const stop = useCallback(() => {
    subscription.current?.unsubscribe();
    subscription.current = null;
    setRun((current) => ({ ...current, state: "stopped" }));
  }, []);
  useEffect(() => () => subscription.current?.unsubscribe(), []);
  return { run, start, stop };
}
