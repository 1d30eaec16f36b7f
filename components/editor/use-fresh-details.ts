"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "#components/api";
import type { CapabilityDetails } from "./draft-model";

/**
 * Outside system: the API's cache. What a name that only a draft has says of itself (its schemas, its findings) moves with each
 * save of the draft, not with the catalog.
 */
export function useFreshDetails({ name, summary, draft }: CapabilityDetails, revision: number): void {
  const api = useApi();
  const queries = useQueryClient();
  const isOld = summary.place === "draft" && draft !== null && draft.revision < revision;
  const wanted = isOld ? revision : null;
  useEffect(() => {
    if (wanted === null) return;
    void queries.invalidateQueries(api.capability.get.queryFilter({ name }));
    void queries.invalidateQueries(api.capability.facts.queryFilter({ name }));
  }, [wanted, queries, api, name]);
}
