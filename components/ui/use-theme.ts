"use client";

import { useSyncExternalStore } from "react";
import { THEME_COOKIE } from "./theme-cookie";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const YEAR_S = 31_536_000;
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const asked = document.documentElement.dataset.theme;
  return asked === "light" || asked === "dark" ? asked : "system";
}

/** Sets the theme of this browser, for this page at once and for the next ones by cookie. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not in every browser that Capstan runs in
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_S}; samesite=strict`;
  for (const listener of listeners) listener();
}

/** Outside system: the document's theme. Also told when another component changes it. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTheme,
    () => "system",
  );
}
