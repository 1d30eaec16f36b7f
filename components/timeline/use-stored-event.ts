"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/api";
import type { WireEvent } from "#server/loop/events";

/** A larger payload waits until somebody asks for it. */
const BYTES_MAX = 4_194_304;

/** The event with its payload, also when that is stored apart: what a page cannot do without is fetched by itself. */
export function useStoredEvent(event: WireEvent | undefined): WireEvent | undefined {
  const api = useApi();
  const digest = event?.payload === undefined ? (event?.blob_digest ?? "") : "";
  const isWanted = digest !== "" && (event?.blob_size ?? 0) <= BYTES_MAX;
  const blob = useQuery(
    api.run.blob.queryOptions({ digest }, { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY }),
  );
  return event !== undefined && isWanted && blob.data ? { ...event, payload: JSON.parse(blob.data.text) } : event;
}
