"use client";

import "@xyflow/react/dist/base.css";
import {
  type Edge,
  MiniMap,
  type Node,
  type NodeTypes,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, useMemo } from "react";
import { treeText } from "#components/messages/en/tree";
import { IconButton } from "#components/ui/icon-button";
import { toTreeMove, toTreeRows } from "#components/ui/tree-model";
import { ContainerNode, MoreNode, RootNode, RowNode } from "./graph-nodes";
import { type CatalogTreeItem, findAncestors } from "./tree-items";
import { findPathEdges, type GraphLayout, layoutGraph, type PlacedNode } from "./tree-layout";
import { useGraphView } from "./use-graph-view";

/** More members of one group than this are counted, not drawn: no screen shows them and no reader wants them. */
const LEAVES_MAX = 120;

/** A drawing of fewer nodes is its own map. */
const MINIMAP_FROM = 60;

const nodeTypes: NodeTypes = { root: RootNode, row: RowNode, container: ContainerNode, more: MoreNode };

export type CatalogGraphProps = {
  items: readonly CatalogTreeItem[];
  expanded: ReadonlySet<string>;
  onExpandedChange: (id: string, isExpanded: boolean) => void;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
};

/** The same tree and the same selection as the tree list, drawn left to right; loaded only when it is looked at. */
export function CatalogGraph(props: CatalogGraphProps) {
  return (
    <ReactFlowProvider>
      <GraphCanvas {...props} />
    </ReactFlowProvider>
  );
}

function GraphCanvas({ items, expanded, onExpandedChange, selectedId, onSelect, onOpen }: CatalogGraphProps) {
  const layout = useMemo(
    () => layoutGraph(items, { expanded, leavesMax: LEAVES_MAX, selectedId }),
    [items, expanded, selectedId],
  );
  const path = useMemo(
    () => findPathEdges(layout, selectedId === null ? [] : [...findAncestors(items, selectedId), selectedId]),
    [layout, items, selectedId],
  );
  const nodes = useMemo(() => layout.nodes.map((node) => toFlowNode(node, selectedId)), [layout, selectedId]);
  const edges = useMemo(() => toFlowEdges(layout, path), [layout, path]);
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
    if (move.kind !== "focus") onExpandedChange(move.id, move.kind === "expand");
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
        edges={edges}
        nodeTypes={nodeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
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
          const placed = layout.nodes.find((candidate) => candidate.id === node.id);
          if (placed?.kind !== "row") return;
          onSelect(placed.id);
          if (placed.row.kind === "group") onExpandedChange(placed.id, !placed.isOpen);
        }}
        onNodeDoubleClick={(_, node) => onOpen(node.id)}
      >
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

function GraphControls() {
  const flow = useReactFlow();
  return (
    <Panel position="top-right">
      <div className="flex flex-col rounded-md border border-line bg-float">
        <IconButton
          label={treeText.graphFit}
          icon={<Maximize size={14} />}
          onPress={() => void flow.fitView({ padding: 0.1 })}
        />
        <IconButton label={treeText.graphZoomIn} icon={<Plus size={14} />} onPress={() => void flow.zoomIn()} />
        <IconButton label={treeText.graphZoomOut} icon={<Minus size={14} />} onPress={() => void flow.zoomOut()} />
      </div>
    </Panel>
  );
}

function toFlowNode(placed: PlacedNode, selectedId: string | null): Node {
  return {
    id: placed.id,
    type: placed.kind,
    position: { x: placed.x, y: placed.y },
    width: placed.width,
    height: placed.height,
    zIndex: placed.kind === "container" ? 0 : 1,
    data: { placed, isSelected: placed.id === selectedId },
  };
}

function toFlowEdges(layout: GraphLayout, path: ReadonlySet<string>): Edge[] {
  return layout.edges.map((edge) => ({
    id: edge.id,
    source: edge.from,
    target: edge.to,
    type: "smoothstep",
    pathOptions: { borderRadius: 0 },
    zIndex: path.has(edge.id) ? 1 : 0,
    style: path.has(edge.id)
      ? { stroke: "var(--accent)", strokeWidth: 1.5 }
      : { stroke: "var(--line-strong)", strokeWidth: 1 },
  }));
}
