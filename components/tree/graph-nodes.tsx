"use client";

import type { Node, NodeProps } from "@xyflow/react";
import { ChevronDown, ChevronRight, ChevronUp, Folder, Layers } from "lucide-react";
import { memo } from "react";
import { treeText } from "#components/messages/en/tree";
import { stateWords } from "#components/messages/en/words";
import { formatCount } from "#components/ui/format";
import { joinClasses } from "#components/ui/join-classes";
import { StateMark } from "#components/ui/state-mark";
import type { CatalogItem } from "./catalog-model";
import { KindIcon } from "./kind-icon";
import type { CatalogRow } from "./tree-items";
import type { MoreCell, PlacedNode } from "./tree-layout";

/** What a node is drawn from; `row` where it stands for one. Callbacks are the same for all, so that nodes can be memoised. */
export type GraphNodeContent = {
  placed: PlacedNode;
  row: CatalogRow | null;
  isSelected: boolean;
  onTurn: (cell: MoreCell) => void;
};
type GraphNode = Node<GraphNodeContent>;

const frame = "flex h-full w-full items-center gap-2 rounded-md border px-2.5 text-left";
export const RootNode = memo(function RootNode() {
  return (
    <div className={joinClasses(frame, "border-line-strong bg-raised font-medium")}>
      <Layers aria-hidden size={14} className="text-muted" />
      {treeText.graphRoot}
    </div>
  );
});

export const RowNode = memo(function RowNode({ data }: NodeProps<GraphNode>) {
  const { placed, row, isSelected } = data;
  if (placed.kind !== "row" || row === null) return null;
  const ring = isSelected ? "border-accent bg-accent-soft" : "border-line-strong bg-bg hover:bg-hover";
  if (row.kind === "item") return <ItemNode item={row.item} isSelected={isSelected} />;
  return (
    <div className={joinClasses(frame, ring)}>
      <Folder aria-hidden size={14} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate font-medium">{row.name}</span>
      <span className="text-meta text-muted">{formatCount(row.count)}</span>
      <ChevronRight
        aria-hidden
        size={13}
        className={joinClasses("shrink-0 text-muted", placed.isOpen && "rotate-90")}
      />
    </div>
  );
});

/** A state is seen from the node's own edge: drafts dashed, shadowed hatched, broken red, disabled muted. */
const looks: Record<CatalogItem["state"], string> = {
  trusted: "border-line-strong bg-bg",
  draft: "border-dashed border-control bg-bg",
  disabled: "border-line-strong bg-bg text-muted",
  broken: "border-danger-line bg-bg",
  shadowed: "hatched border-line-strong bg-bg",
  pending: "border-warn-line bg-bg",
};

function ItemNode({ item, isSelected }: { item: CatalogItem; isSelected: boolean }) {
  const look = isSelected
    ? joinClasses("border-accent bg-accent-soft", item.state === "draft" && "border-dashed")
    : joinClasses(looks[item.state], "hover:bg-hover");
  return (
    <div title={item.description} className={joinClasses(frame, look)}>
      <KindIcon kind={item.kind} />
      <span className="min-w-0 flex-1">
        <span className="block truncate leading-4">{item.name}</span>
        <span className="block truncate text-[11px] text-muted leading-[14px]">
          {item.title === item.name ? item.group : item.title}
        </span>
      </span>
      <StateMark state={item.state} label={stateWords[item.state]} isCompact />
    </div>
  );
}

export const ContainerNode = memo(function ContainerNode() {
  return <div className="h-full w-full rounded-md border border-line bg-raised" />;
});

/** Turns a cut list to its next or its previous stretch, in place. */
export const MoreNode = memo(function MoreNode({ data }: NodeProps<GraphNode>) {
  const { placed, onTurn } = data;
  if (placed.kind !== "more") return null;
  const Arrow = placed.side === "before" ? ChevronUp : ChevronDown;
  return (
    <button
      type="button"
      // The graph is one stop; arrow keys turn these lists by moving the selection.
      tabIndex={-1}
      onClick={() => onTurn(placed)}
      className={joinClasses(
        frame,
        "nodrag nopan border-line border-dashed bg-bg text-muted hover:bg-hover hover:text-fg",
      )}
    >
      <Arrow aria-hidden size={13} className="shrink-0" />
      {placed.part === "groups"
        ? treeText.graphMoreGroups(placed.count, placed.side)
        : treeText.graphMore(placed.count, placed.side)}
    </button>
  );
});
