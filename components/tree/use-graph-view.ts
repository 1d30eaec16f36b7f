"use client";

import { useReactFlow } from "@xyflow/react";
import { useEffect, useRef } from "react";
import type { GraphLayout } from "./tree-layout";

/**
 * Outside system: the graph's viewport. The first drawing fits the window; after that the view moves only when the
 * selection is out of sight of its own accord (keyboard, link), never because a group opened.
 */
export function useGraphView(layout: GraphLayout, selectedId: string | null): void {
  const flow = useReactFlow();
  const shown = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (shown.current === selectedId) return;
    const isFirst = shown.current === undefined;
    shown.current = selectedId;
    const node = layout.nodes.find((candidate) => candidate.id === selectedId);
    if (isFirst) {
      void flow.fitView({ padding: 0.1, minZoom: 0.5, maxZoom: 1, ...(node ? { nodes: [{ id: node.id }] } : {}) });
      return;
    }
    if (node === undefined) return;
    const topLeft = flow.flowToScreenPosition({ x: node.x, y: node.y });
    const bottomRight = flow.flowToScreenPosition({ x: node.x + node.width, y: node.y + node.height });
    const pane = document.querySelector(".react-flow__pane")?.getBoundingClientRect();
    if (pane === undefined) return;
    const isInSight =
      topLeft.x >= pane.left && topLeft.y >= pane.top && bottomRight.x <= pane.right && bottomRight.y <= pane.bottom;
    if (isInSight) return;
    void flow.setCenter(node.x + node.width / 2, node.y + node.height / 2, { zoom: flow.getZoom(), duration: 120 });
  }, [flow, layout, selectedId]);
}
