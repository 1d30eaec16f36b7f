"use client";

import { ViewportPortal } from "@xyflow/react";
import { memo, useMemo } from "react";
import { type PlacedEdge, toPathData } from "./tree-layout";

export type GraphEdgesProps = { edges: readonly PlacedEdge[]; path: ReadonlySet<string> };

/** All lines of the graph as two paths, hairlines at any zoom: one for all, one in accent for the selected path. */
export const GraphEdges = memo(function GraphEdges({ edges, path }: GraphEdgesProps) {
  const all = useMemo(() => toPathData(edges), [edges]);
  const lit = useMemo(() => toPathData(edges.filter(({ id }) => path.has(id))), [edges, path]);
  return (
    <ViewportPortal>
      <svg aria-hidden width={1} height={1} className="pointer-events-none absolute top-0 left-0 overflow-visible">
        <path d={all} fill="none" stroke="var(--line-strong)" strokeWidth={1} vectorEffect="non-scaling-stroke" />
        <path d={lit} fill="none" stroke="var(--accent)" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
      </svg>
    </ViewportPortal>
  );
});
