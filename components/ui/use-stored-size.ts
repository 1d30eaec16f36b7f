"use client";

import { useSyncExternalStore } from "react";

const PREFIX = "capstan.size.";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** A size in pixels that this browser remembers, shared by its tabs. Storage that is blocked or full only loses the memory. */
export function useStoredSize(name: string, initial: number): [number, (size: number) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => readSize(name),
    () => null,
  );
  const store = (size: number) => {
    writeSize(name, size);
    for (const listener of listeners) listener();
  };
  return [stored ?? initial, store];
}

const memory = new Map<string, number>();

function readSize(name: string): number | null {
  const held = memory.get(name);
  if (held !== undefined) return held;
  try {
    const size = Number(window.localStorage.getItem(PREFIX + name));
    return Number.isFinite(size) && size > 0 ? size : null;
  } catch {
    // Storage may be forbidden by the browser; then sizes last as long as the page.
    return null;
  }
}

function writeSize(name: string, size: number): void {
  memory.set(name, size);
  try {
    window.localStorage.setItem(PREFIX + name, String(size));
  } catch {
    // As above: the size still holds in this page.
  }
}
