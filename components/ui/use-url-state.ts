"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { normaliseQuery, type PendingQuery, toDrawnQuery, toPendingQuery, toQuery, type UrlChanges } from "./url-query";

export type UrlState = {
  get: (name: string) => string | null;
  /** Writes several at once; null removes. "push" makes a step for the back button, "replace" does not (typing). */
  set: (changes: UrlChanges, how?: "push" | "replace") => void;
};

let pending: PendingQuery | null = null;
const listeners = new Set<() => void>();

function replacePending(next: PendingQuery | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const forget = () => replacePending(null);
  listeners.add(listener);
  window.addEventListener("popstate", forget);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", forget);
  };
}

function writeQuery(changes: UrlChanges, how: "push" | "replace" = "push"): void {
  const { pathname, search, hash } = window.location;
  const query = toQuery(search, changes);
  if (normaliseQuery(query) === normaliseQuery(search)) return;
  const address = `${pathname}${query}${hash}`;
  if (how === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
  replacePending(toPendingQuery(pending, pathname, search, query));
}

/**
 * State that a link restores: selection, filter, tab. Outside system: the address bar. Next follows the History API, but
 * draws a change in a transition, too late for a controlled field; until it has caught up the written query is drawn.
 */
export function useUrlState(): UrlState {
  const routed = useSearchParams().toString();
  const pathname = usePathname();
  const held = useSyncExternalStore(
    subscribe,
    () => pending,
    () => null,
  );
  const query = toDrawnQuery(held, pathname, routed);
  useEffect(() => {
    if (pending !== null && (pending.query === routed || !pending.seen.has(routed))) replacePending(null);
  }, [routed]);
  const params = useMemo(() => new URLSearchParams(query), [query]);
  const get = useCallback((name: string) => params.get(name), [params]);
  return { get, set: writeQuery };
}
