"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useApi } from "#components/api";

/** As many as the server gives: the facets take their share of them. */
const RESULTS_MAX = 200;

/** What the page's search box finds; nothing is asked while it is empty. */
export function useCatalogSearch(query: string) {
  const api = useApi();
  const asked = useDeferredValue(query.trim());
  const { data, error } = useQuery(
    api.catalog.search.queryOptions(
      { query: asked, limit: RESULTS_MAX },
      { enabled: asked !== "", placeholderData: keepPreviousData },
    ),
  );
  return { asked, data: asked === "" ? undefined : data, error: asked === "" ? null : error };
}

export type CatalogSearch = ReturnType<typeof useCatalogSearch>;
