"use client";

import { useSyncExternalStore } from "react";

/** The `wide` breakpoint: two panes of code stand side by side from here. */
const WIDE = "(min-width: 1100px)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Outside system: the window's width. For what is mounted or not; what only looks different is CSS. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
