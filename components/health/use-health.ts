"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "#components/api";
import { useUrlState } from "#components/ui/use-url-state";
import { filterHealth, type HealthSectionName, SEVERITIES, type Severity } from "./health-model";

/** The page's state: the section, the filter and the selection stand in the URL. */
export function useHealth() {
  const api = useApi();
  const url = useUrlState();
  const asked = url.get("section");
  const counted = useQuery(api.catalog.health.queryOptions({}, { placeholderData: keepPreviousData }));
  const section = counted.data?.sections.find(({ name }) => name === asked)?.name;
  // The answer without a section says which one comes first; its items serve until another is asked for.
  const isFirst = section === undefined || section === counted.data?.shown;
  const own = useQuery(
    api.catalog.health.queryOptions(section === undefined ? {} : { section }, { enabled: !isFirst }),
  );
  const health = isFirst ? counted : own;
  const shown: HealthSectionName | undefined = section ?? counted.data?.shown;
  const words = url.get("q") ?? "";
  const severity = SEVERITIES.find((each) => each === url.get("weight")) ?? null;
  const items = useMemo(
    () => (health.data === undefined ? null : filterHealth(health.data.items, { words, severity })),
    [health.data, words, severity],
  );
  const selectedId = url.get("selected");
  return {
    sections: counted.data?.sections ?? null,
    unimplemented: counted.data?.unimplemented ?? 0,
    shown,
    total: health.data?.items.length ?? 0,
    items,
    error: counted.error ?? own.error,
    retry: () => void Promise.all([counted.refetch(), isFirst ? null : own.refetch()]),
    words,
    severity,
    selectedId,
    selected: health.data?.items.find(({ id }) => id === selectedId) ?? null,
    select: (id: string | null) => url.set({ selected: id }, "replace"),
    choose: (name: HealthSectionName) => url.set({ section: name, selected: null }),
    setWords: (text: string) => url.set({ q: text }, "replace"),
    setSeverity: (next: Severity | null) => url.set({ weight: next }),
    clear: () => url.set({ q: null, weight: null }),
  };
}

export type HealthState = ReturnType<typeof useHealth>;
