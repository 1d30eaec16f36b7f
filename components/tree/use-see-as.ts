"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useApi } from "#components/api";
import type { UrlState } from "#components/ui/use-url-state";
import { DEFAULT_BUDGET, parseBudget, parseSeeAs, type SeeAsChoice } from "./see-as-model";

/** Through whose eyes the page is seen, from the URL, and what the server says such an agent gets. */
export function useSeeAs({ get, set }: UrlState) {
  const api = useApi();
  const { tier, scope, mode } = parseSeeAs(get) ?? {};
  const choice = useMemo<SeeAsChoice | null>(
    () => (tier === undefined || scope === undefined || mode === undefined ? null : { tier, scope, mode }),
    [tier, scope, mode],
  );
  const asked = useQuery(
    api.catalog.seeAs.queryOptions(choice ?? { tier: "question" }, {
      enabled: choice !== null,
      placeholderData: keepPreviousData,
    }),
  );
  const budget = parseBudget(get("budget"));
  const see = useCallback(
    (next: SeeAsChoice | null) =>
      set({
        as: next?.tier ?? null,
        as_scope: next?.scope ?? null,
        as_mode: next === null || next.mode === "full" ? null : next.mode,
        ...(next === null ? { budget: null, panel: null } : {}),
      }),
    [set],
  );
  const setBudget = useCallback(
    (tokens: number) => set({ budget: tokens === DEFAULT_BUDGET ? null : String(tokens) }, "replace"),
    [set],
  );
  return {
    choice,
    see,
    sight: choice === null ? null : (asked.data ?? null),
    // What was seen before stays in sight when asking again fails; the catalog's own error says so.
    error: choice === null || asked.data !== undefined ? null : asked.error,
    budget,
    setBudget,
  };
}

export type SeeAsState = ReturnType<typeof useSeeAs>;
