"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";

/** Outside system: the scroll position. While following, new rows come into view; otherwise nothing that is being read moves. */
export function useFollowEnd(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  options: { isFollowing: boolean; count: number },
): void {
  const { isFollowing, count } = options;
  const scroller = useRef(virtualizer);
  scroller.current = virtualizer;
  useEffect(() => {
    if (isFollowing && count > 0) scroller.current.scrollToIndex(count - 1, { align: "end" });
  }, [isFollowing, count]);
}

/** Outside system: the scroll position. Brings the row of a deep link into view once, when it is there. */
export function useScrollToOnce(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  options: { index: number; key: string | null },
): void {
  const { index, key } = options;
  const done = useRef<string | null>(null);
  const scroller = useRef(virtualizer);
  scroller.current = virtualizer;
  useEffect(() => {
    if (key === null || index < 0 || done.current === key) return;
    done.current = key;
    scroller.current.scrollToIndex(index, { align: "center" });
  }, [index, key]);
}
