"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect } from "react";

/** Outside system: the scroll position. Brings the current row into view when it changes, and leaves scrolling alone otherwise. */
export function useScrollToRow(virtualizer: Virtualizer<HTMLDivElement, Element>, index: number): void {
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: "auto" });
  }, [virtualizer, index]);
}
