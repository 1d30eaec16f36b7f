"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Outside system: the address bar. A link to a section is followed once its section is drawn, and again when it changes. */
export function useHashScroll(isDrawn: boolean): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isDrawn) return;
    const follow = () => {
      const id = window.location.hash.slice(1);
      if (id !== "") scroller.current?.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView({ block: "start" });
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [isDrawn]);
  return scroller;
}
