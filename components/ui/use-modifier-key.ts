"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Outside system: the platform. The key that commands use, by the name on its cap. */
export function useModifierKey(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "Cmd" : "Ctrl"),
    () => "Ctrl",
  );
}
