"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Outside system: the scroll position of a list of options. Keeps the active one in view. */
export function useActiveLine(active: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active < 0) return;
    list.current?.querySelectorAll("[role=option]")[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return list;
}
