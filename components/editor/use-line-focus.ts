"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Outside system: the caret of a text area. Goes to the line when one is asked for; 1 is the first. */
export function useLineFocus(line: number | null): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = field.current;
    if (element === null || line === null) return;
    const lines = element.value.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    element.focus();
    element.setSelectionRange(at, at + (lines[line - 1]?.length ?? 0));
    element.scrollTop = Math.max(0, (line - 4) * 19);
  }, [line]);
  return field;
}
