"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useApi, useLive } from "#components/api";

/**
 * Outside system: the catalog's revision, over the tab's socket. A new revision makes what was read from the catalog stale;
 * the one already on screen does not. Answers whether the live connection stands.
 */
export function useCatalogWatch(): { isConnected: boolean } {
  const api = useApi();
  const queries = useQueryClient();
  const wasLost = useRef(false);
  const watch = useLive(
    api.catalog.watch.subscriptionOptions(undefined, {
      // Back after a gap: whatever failed or was missed meanwhile is read again.
      onConnectionStateChange: (connection) => {
        if (connection.state === "connecting" && connection.error !== null) wasLost.current = true;
        if (connection.state !== "pending" || !wasLost.current) return;
        wasLost.current = false;
        void queries.invalidateQueries();
      },
      onData: ({ revision }) => {
        const shown = queries.getQueryData(api.catalog.get.queryKey())?.revision;
        const known = queries.getQueryData(api.system.status.queryKey())?.revision;
        if (revision === (shown ?? known) && revision === known) return;
        void queries.invalidateQueries({ queryKey: api.catalog.pathKey() });
        void queries.invalidateQueries({ queryKey: api.capability.pathKey() });
        void queries.invalidateQueries({ queryKey: api.system.pathKey() });
        void queries.invalidateQueries({ queryKey: api.settings.pathKey() });
      },
    }),
  );
  return { isConnected: watch.status !== "error" && !(watch.status === "connecting" && watch.error !== null) };
}
