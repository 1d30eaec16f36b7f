"use client";

import "@xyflow/react/dist/base.css";
import { MiniMap, type Node, type NodeTypes, ReactFlow, ReactFlowProvider } from "@xyflow/react";
import { type KeyboardEvent, useCallback, useMemo, useState } from "react";
import { treeText } from "#components/messages/en/tree";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { SkeletonRows } from "#components/ui/skeleton";
import { toTreeMove, toTreeRows } from "#components/ui/tree-model";
import { GraphControls, GraphDepth } from "./graph-controls";
import { GraphEdges } from "./graph-edges";
import { ContainerNode, type GraphNodeContent, MoreNode, RootNode, RowNode } from "./graph-nodes";
import { deriveOutline, type GraphPage, toPageKey } from "./graph-outline";
import { type CatalogTreeItem, findAncestors, findOpenDepth } from "./tree-items";
import { findPathEdges, type MoreCell } from "./tree-layout";
import { LAYOUT_MS_MAX, type PlacedOutline, useGraphLayout } from "./use-graph-layout";
import { useGraphView } from "./use-graph-view";

/** A drawing of fewer nodes is its own map. */
const MINIMAP_FROM = 60;

const nodeTypes: NodeTypes = { root: RootNode, row: RowNode, container: ContainerNode, more: MoreNode };

export type CatalogGraphProps = {
  items: readonly CatalogTreeItem[];
  expanded: ReadonlySet<string>;
  onExpandedChange: (id: string, isExpanded: boolean) => void;
  onDepth: (depth: number | "all") => void;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  /** To the drawing that has no limit. */
  onLeave: () => void;
};

/** The same tree and the same selection as the tree list, drawn left to right; loaded only when it is looked at. */
export function CatalogGraph(props: CatalogGraphProps) {
  const { items, expanded, selectedId, onLeave } = props;
  const [pages, setPages] = useState<ReadonlyMap<string, GraphPage>>(new Map());
  const outline = useMemo(
    () => deriveOutline(items, { expanded, selectedId, pages }),
    [items, expanded, selectedId, pages],
  );
  const { placed, refused, retry } = useGraphLayout(outline);
  const onTurn = useCallback(
    ({ groupId, part, turnTo }: MoreCell) =>
      setPages((before) => new Map(before).set(toPageKey(groupId, part), { start: turnTo, selectedId })),
    [selectedId],
  );
  if (refused !== null) {
    return (
      <ErrorPanel
        title={treeText.graphRefused(refused.reason, LAYOUT_MS_MAX / 1_000)}
        meaning={treeText.graphRefusedMeaning(outline.nodes, outline.totalEntries)}
        code={refused.message || undefined}
        action={
          <>
            <Button onPress={retry}>{treeText.retry}</Button>
            <Button onPress={onLeave}>{treeText.graphLeave}</Button>
          </>
        }
        className="m-3"
      />
    );
  }
  if (placed === null) return <SkeletonRows rows={10} label={treeText.graphPlacing} />;
  return (
    <ReactFlowProvider>
      <GraphCanvas {...props} placed={placed} isPlacing={placed.outline !== outline} onTurn={onTurn} />
    </ReactFlowProvider>
  );
}

type GraphCanvasProps = CatalogGraphProps & {
  placed: PlacedOutline;
  isPlacing: boolean;
  onTurn: (cell: MoreCell) => void;
};

function GraphCanvas({ items, expanded, placed, isPlacing, selectedId, onTurn, ...props }: GraphCanvasProps) {
  const { onExpandedChange, onSelect, onOpen } = props;
  const { layout, outline } = placed;
  const path = useMemo(
    () => findPathEdges(layout, selectedId === null ? [] : [...findAncestors(items, selectedId), selectedId]),
    [layout, items, selectedId],
  );
  const drawn = useMemo(() => toFlowNodes(placed, onTurn), [placed, onTurn]);
  const nodes = useMemo(() => withSelection(drawn, selectedId), [drawn, selectedId]);
  const depth = useMemo(() => findOpenDepth(items, expanded), [items, expanded]);
  const firstView = useGraphView(layout, selectedId);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = toTreeRows(items, expanded);
    const index = rows.findIndex((row) => row.id === selectedId);
    const row = rows[index];
    if (event.key === "Enter" && row !== undefined) {
      if (row.childCount > 0) onExpandedChange(row.id, !row.isExpanded);
      else onOpen(row.id);
      return;
    }
    const move = toTreeMove(rows, index, event.key);
    if (move.kind === "none") return;
    event.preventDefault();
    const target = move.kind === "focus" ? rows[move.index] : undefined;
    if (move.kind === "expand") for (const id of move.ids) onExpandedChange(id, true);
    else if (move.kind === "collapse") onExpandedChange(move.id, false);
    else if (target !== undefined) onSelect(target.id);
  };

  return (
    <div
      role="application"
      aria-label={treeText.graph}
      aria-description={treeText.graphHint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys itself
      tabIndex={0}
      onKeyDown={onKeyDown}
      // The library's own grey for its name is too faint to read.
      className="min-h-0 flex-1 outline-offset-[-2px] [&_[class*=attribution]_a]:text-muted!"
      style={{ "--xy-attribution-background-color": "transparent" }}
    >
      <ReactFlow
        nodes={nodes}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        onlyRenderVisibleElements
        attributionPosition="bottom-left"
        fitView
        fitViewOptions={firstView}
        minZoom={0.1}
        maxZoom={1.5}
        panOnScroll
        disableKeyboardA11y
        onNodeClick={(_, node) => {
          const row = outline.rows.get(node.id);
          if (row === undefined) return;
          onSelect(row.id);
          if (row.kind === "group") onExpandedChange(row.id, !expanded.has(row.id));
        }}
        onNodeDoubleClick={(_, node) => onOpen(node.id)}
      >
        <GraphEdges edges={layout.edges} path={path} />
        <GraphDepth
          depth={depth}
          onDepth={props.onDepth}
          drawn={outline.drawnEntries}
          total={outline.totalEntries}
          isPlacing={isPlacing}
        />
        <GraphControls />
        {layout.nodes.length > MINIMAP_FROM ? (
          <MiniMap
            pannable
            zoomable
            ariaLabel={null}
            nodeColor="var(--grey-7)"
            maskColor="color-mix(in oklab, var(--grey-3) 70%, transparent)"
            bgColor="var(--bg)"
            style={{ width: 148, height: 104 }}
            className="rounded-md border border-line max-phone:hidden"
          />
        ) : null}
      </ReactFlow>
    </div>
  );
}

type FlowNode = Node<GraphNodeContent>;

function toFlowNodes({ layout, outline }: PlacedOutline, onTurn: (cell: MoreCell) => void): FlowNode[] {
  return layout.nodes.map((placed) => ({
    id: placed.id,
    type: placed.kind,
    position: { x: placed.x, y: placed.y },
    width: placed.width,
    height: placed.height,
    // Known before they are drawn, so that nothing is measured: lines are drawn from the layout, not from handles.
    measured: { width: placed.width, height: placed.height },
    handles: [],
    zIndex: placed.kind === "container" ? 0 : 1,
    data: { placed, row: outline.rows.get(placed.id) ?? null, isSelected: false, onTurn },
  }));
}

/** All nodes but the selected one are the same objects as before, so that moving the selection draws two of them. */
function withSelection(nodes: FlowNode[], selectedId: string | null): FlowNode[] {
  return nodes.map((node) => (node.id === selectedId ? { ...node, data: { ...node.data, isSelected: true } } : node));
}
