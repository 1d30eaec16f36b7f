"use client";

import { type FitViewOptions, useReactFlow } from "@xyflow/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { GraphLayout } from "./tree-layout";

/**
 * Outside system: the graph's viewport. The first drawing shows the whole, or the entry a link named; after that the view
 * moves only when a new selection is out of sight. When groups open and close around it, the selected node stays where it
 * was on the screen. Answers the options of the first view.
 */
export function useGraphView(layout: GraphLayout, selectedId: string | null): FitViewOptions {
  const flow = useReactFlow();
  const shown = useRef(selectedId);
  const [firstView] = useState<FitViewOptions>(() => ({
    padding: 0.1,
    minZoom: 0.6,
    maxZoom: 1,
    ...(selectedId !== null && layout.nodes.some((node) => node.id === selectedId)
      ? { nodes: [{ id: selectedId }] }
      : {}),
  }));
  const before = useRef(layout);
  useLayoutEffect(() => {
    const from = before.current.nodes.find((node) => node.id === selectedId);
    const to = layout.nodes.find((node) => node.id === selectedId);
    before.current = layout;
    if (from === undefined || to === undefined || (from.x === to.x && from.y === to.y)) return;
    const { x, y, zoom } = flow.getViewport();
    void flow.setViewport({ x: x + (from.x - to.x) * zoom, y: y + (from.y - to.y) * zoom, zoom });
  }, [flow, layout, selectedId]);
  useEffect(() => {
    if (shown.current === selectedId) return;
    // Its place may still be on its way from the worker.
    const node = layout.nodes.find((candidate) => candidate.id === selectedId);
    const pane = document.querySelector(".react-flow__pane")?.getBoundingClientRect();
    if (node === undefined || pane === undefined) return;
    shown.current = selectedId;
    const topLeft = flow.flowToScreenPosition({ x: node.x, y: node.y });
    const bottomRight = flow.flowToScreenPosition({ x: node.x + node.width, y: node.y + node.height });
    const isInSight =
      topLeft.x >= pane.left && topLeft.y >= pane.top && bottomRight.x <= pane.right && bottomRight.y <= pane.bottom;
    if (isInSight) return;
    void flow.setCenter(node.x + node.width / 2, node.y + node.height / 2, { zoom: flow.getZoom(), duration: 120 });
  }, [flow, layout, selectedId]);
  return firstView;
}
