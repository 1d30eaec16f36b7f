"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi, useApiClient } from "#components/api";
import { applyChanges } from "./apply-changes";

/**
 * The catalog, read once and from then on brought up to date by what changed: of 5,000 entries one row is sent, and the
 * others stay the same objects, so that what was drawn of them is not drawn again.
 */
export function useCatalog() {
  const api = useApi();
  const client = useApiClient();
  const queries = useQueryClient();
  return useQuery({
    ...api.catalog.get.queryOptions(),
    // Rows keep their identity by the patch; comparing 5,000 of them would hold the page up.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const held = queries.getQueryData(api.catalog.get.queryKey());
      if (held === undefined) return client.catalog.get.query(undefined, { signal });
      const changes = await client.catalog.changes.query({ since: held.version }, { signal });
      if (changes.kind === "changes") return applyChanges(held, changes);
      const { kind: _, ...whole } = changes;
      return whole;
    },
  });
}
