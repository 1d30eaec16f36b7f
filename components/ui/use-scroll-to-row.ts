"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";

/** Outside system: the scroll position. Brings the current row into view when it changes (the first one, that of a link, to the middle), and leaves scrolling alone otherwise. */
export function useScrollToRow(virtualizer: Virtualizer<HTMLDivElement, Element>, index: number): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (index < 0) return;
    virtualizer.scrollToIndex(index, { align: isFirst.current ? "center" : "auto" });
    isFirst.current = false;
  }, [virtualizer, index]);
}
