"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

export type UrlChanges = Record<string, string | null>;
export type UrlState = {
  get: (name: string) => string | null;
  /** Every value of a name that holds a comma list. */
  getList: (name: string) => string[];
  /** Writes several at once; null removes. "push" makes a step for the back button, "replace" does not (typing). */
  set: (changes: UrlChanges, how?: "push" | "replace") => void;
};

/** The query string after some changes, "" or starting with "?". Pure. */
export function toQuery(current: string, changes: UrlChanges): string {
  const params = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") params.delete(name);
    else params.set(name, value);
  }
  const query = params.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  return query === "" ? "" : `?${query}`;
}

/**
 * State that a link restores: selection, filter, tab. Next keeps `useSearchParams` in step with the History API, so a
 * change asks the server for nothing.
 */
export function useUrlState(): UrlState {
  const params = useSearchParams();
  const get = useCallback((name: string) => params.get(name), [params]);
  const getList = useCallback((name: string) => (params.get(name) ?? "").split(",").filter(Boolean), [params]);
  const set = useCallback((changes: UrlChanges, how: "push" | "replace" = "push") => {
    const query = toQuery(window.location.search, changes);
    if (query === window.location.search) return;
    const address = `${window.location.pathname}${query}${window.location.hash}`;
    if (how === "push") window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  }, []);
  return { get, getList, set };
}
