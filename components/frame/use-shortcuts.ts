"use client";

import { useEffect } from "react";

export type Shortcuts = { onPalette: () => void; onSheet: () => void };

/** True while keys belong to a text: an input, an editor, an open dialog, or an input method that composes. */
function isTyping(event: KeyboardEvent): boolean {
  if (event.isComposing || event.key === "Process") return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  return (
    target.closest("input, textarea, select, [contenteditable], .monaco-editor, [role=dialog], [role=menu]") !== null
  );
}

/** Outside system: the window's keys. Single keys never fire while somebody types or composes. */
export function useShortcuts({ onPalette, onSheet }: Shortcuts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.key === "/") {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>("[data-page-search]");
        if (search === null) onPalette();
        else search.select();
      } else if (event.key === "?") {
        event.preventDefault();
        onSheet();
      }
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onPalette, onSheet]);
}
