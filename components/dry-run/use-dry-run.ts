"use client";

import { useCallback, useState, useSyncExternalStore } from "react";
import { findProblem, useApiClient } from "#components/api";
import { createDryRunStore, type DryRunState, type DryRunStore, type SubjectChoice } from "./dry-run-store";
import { applyAttachments, type ParsedInput, parseInput } from "./input-model";

export type DryRun = {
  store: DryRunStore;
  state: DryRunState;
  isStarting: boolean;
  /** What is wrong with the typed input since the last press of Run; null when it was taken. */
  fault: Exclude<ParsedInput, { kind: "ok" }> | null;
  clearFault: () => void;
  start: (choice: SubjectChoice, options?: { isNodeOnlyConfirmed: boolean }) => Promise<void>;
};

/** One page's dry-run, with what starting one may answer. */
export function useDryRun(name: string, initialText: () => string): DryRun {
  const client = useApiClient();
  const [store] = useState(() => createDryRunStore(initialText()));
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState);
  const [isStarting, setIsStarting] = useState(false);
  const [fault, setFault] = useState<DryRun["fault"]>(null);
  const start = useCallback<DryRun["start"]>(
    async (choice, options = { isNodeOnlyConfirmed: false }) => {
      const { text, attachments } = store.getState();
      const parsed = parseInput(text);
      setFault(parsed.kind === "ok" ? null : parsed);
      if (parsed.kind !== "ok") return;
      setIsStarting(true);
      await startExecution(client, store, {
        name,
        subject: choice.subject,
        input: applyAttachments(parsed.input, attachments),
        confirmNodeOnly: options.isNodeOnlyConfirmed,
        label: choice.label,
      });
      setIsStarting(false);
    },
    [client, name, store],
  );
  return { store, state, isStarting, fault, clearFault: () => setFault(null), start };
}

type ApiClient = ReturnType<typeof useApiClient>;
type Request = Parameters<ApiClient["execution"]["start"]["mutate"]>[0] & { label: string };

async function startExecution(client: ApiClient, store: DryRunStore, { label, ...request }: Request): Promise<void> {
  try {
    const { executionId } = await client.execution.start.mutate(request);
    store.update({ executionId, ranLabel: label, problem: null });
  } catch (error) {
    store.update({ problem: findProblem(error) });
  }
}
