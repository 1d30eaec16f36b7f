"use client";

import { useCallback, useEffect, useRef } from "react";

export type TypedAhead = {
  /** Begins to keep what is typed. */
  begin: () => void;
  /** Ends it and answers the text, once. */
  take: () => string;
};

/** Outside system: the window's keys. What is typed before the palette has loaded is kept for its field. */
export function useTypedAhead(): TypedAhead {
  const typed = useRef("");
  const stop = useRef(() => {});
  const begin = useCallback(() => {
    stop.current();
    typed.current = "";
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", onKeyDown, true);
    stop.current = () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
  const take = useCallback(() => {
    stop.current();
    const text = typed.current;
    typed.current = "";
    return text;
  }, []);
  useEffect(() => () => stop.current(), []);
  return { begin, take };
}
