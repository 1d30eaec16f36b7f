"use client";

import { useSyncExternalStore } from "react";

const EVERY_MS = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The clock, moving every ten seconds; one timer for the whole page. 0 while the server draws. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => {
      if (now === 0) now = Date.now();
      return now;
    },
    () => 0,
  );
}
