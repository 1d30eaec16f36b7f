"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/api";
import { type ExecutionView, hasSmallStoredOutcome, withStoredOutcome } from "./execution-model";

/** The view with its outcome, also when a long log or output made the server store it apart; a huge one waits to be asked for. */
export function useStoredOutcome(view: ExecutionView): ExecutionView {
  const api = useApi();
  const digest = view.finishedEvent?.blob_digest ?? "";
  const isWanted = hasSmallStoredOutcome(view);
  const blob = useQuery(
    api.run.blob.queryOptions({ digest }, { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY }),
  );
  return isWanted && blob.data ? withStoredOutcome(view, blob.data.text) : view;
}
