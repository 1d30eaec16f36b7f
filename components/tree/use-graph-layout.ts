"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { LayoutAnswer, LayoutQuestion } from "./graph-layout.worker";
import type { GraphOutline } from "./graph-outline";
import type { GraphLayout } from "./tree-layout";

/** A drawing that is not placed by then is refused with its numbers: placing 300 nodes takes a few milliseconds. */
export const LAYOUT_MS_MAX = 5_000;

/** A layout with the outline it places; the two always belong together. */
export type PlacedOutline = { outline: GraphOutline; layout: GraphLayout };

export type GraphLayoutState = {
  /** The newest that was placed; null before the first. */
  placed: PlacedOutline | null;
  /** Set while the newest outline could not be placed. */
  refused: { reason: "late" | "failed"; message: string } | null;
  retry: () => void;
};

/**
 * Outside system: the worker that places the graph, so that the page's thread never does. The drawing before stays until the
 * next one is placed; answers to older questions are dropped. A worker that is late or fails is ended.
 */
export function useGraphLayout(outline: GraphOutline): GraphLayoutState {
  const worker = useRef<Worker | null>(null);
  const asked = useRef(0);
  const [placed, setPlaced] = useState<PlacedOutline | null>(null);
  const [refused, setRefused] = useState<GraphLayoutState["refused"]>(null);
  const [attempt, setAttempt] = useState(0);
  // The same drawing again (a row's text changed) needs no new places, but shows the new rows.
  const shape = useMemo(() => JSON.stringify(outline.root), [outline]);
  const newest = useRef(outline);
  useEffect(() => {
    newest.current = outline;
  }, [outline]);

  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks the same question again
  useEffect(() => {
    const number = asked.current + 1;
    asked.current = number;
    worker.current ??= new Worker(new URL("./graph-layout.worker.ts", import.meta.url), { type: "module" });
    const current = worker.current;
    const refuse = (reason: "late" | "failed", message: string): void => {
      current.terminate();
      if (worker.current === current) worker.current = null;
      setRefused({ reason, message });
    };
    const timer = setTimeout(() => refuse("late", ""), LAYOUT_MS_MAX);
    const onMessage = ({ data }: MessageEvent<LayoutAnswer>): void => {
      if (data.number !== number) return;
      clearTimeout(timer);
      setRefused(null);
      setPlaced({ outline: newest.current, layout: data.layout });
    };
    const onError = (event: ErrorEvent): void => {
      clearTimeout(timer);
      refuse("failed", event.message);
    };
    current.addEventListener("message", onMessage);
    current.addEventListener("error", onError);
    const question: LayoutQuestion = { number, outline: JSON.parse(shape) };
    current.postMessage(question);
    return () => {
      clearTimeout(timer);
      current.removeEventListener("message", onMessage);
      current.removeEventListener("error", onError);
    };
  }, [shape, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const shown = useMemo(
    () => (placed === null || placed.outline === outline ? placed : withRows(placed, outline)),
    [placed, outline],
  );
  return { placed: shown, refused, retry };
}

/** A drawing that is still the older one shows the newer rows where it has them. */
function withRows(placed: PlacedOutline, newer: GraphOutline): PlacedOutline {
  const rows = new Map([...placed.outline.rows, ...newer.rows]);
  return { layout: placed.layout, outline: { ...placed.outline, rows } };
}
