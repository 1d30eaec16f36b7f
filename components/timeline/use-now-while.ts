"use client";

import { useEffect, useState } from "react";

const TICK_MS = 250;

/** Outside system: the clock. The time of now while something goes on, in milliseconds since 1970; null when nothing does. */
export function useNowWhile(isGoingOn: boolean): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    if (!isGoingOn) {
      setNow(null);
      return;
    }
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isGoingOn]);
  return now;
}
