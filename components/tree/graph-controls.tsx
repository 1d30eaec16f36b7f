"use client";

import { Panel, useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { treeText } from "#components/messages/en/tree";
import { IconButton } from "#components/ui/icon-button";
import { joinClasses } from "#components/ui/join-classes";
import { Spinner } from "#components/ui/spinner";

const DEPTHS = [1, 2, 3] as const;

/** Fit and zoom, at the graph's right edge. */
export function GraphControls() {
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

export type GraphDepthProps = {
  /** Levels that are open now; null where groups are open in some other way. */
  depth: number | "all" | null;
  onDepth: (depth: number | "all") => void;
  drawn: number;
  total: number;
  isPlacing: boolean;
};

/** How deep the tree is open, and how much of it is drawn. */
export function GraphDepth({ depth, onDepth, drawn, total, isPlacing }: GraphDepthProps) {
  return (
    <Panel position="top-left">
      <div className="flex items-center gap-2 rounded-md border border-line bg-float py-0.5 pr-2.5 pl-0.5 text-meta text-muted">
        {/* biome-ignore lint/a11y/useSemanticElements: buttons of a toolbar are no form */}
        <div role="group" aria-label={treeText.graphDepth} className="flex">
          {[...DEPTHS, "all" as const].map((step) => (
            <button
              key={step}
              type="button"
              aria-pressed={depth === step}
              title={step === "all" ? treeText.graphDepthAllMeaning : treeText.graphDepthMeaning(step)}
              onClick={() => onDepth(step)}
              className={joinClasses(
                "h-6 min-w-6 rounded-sm px-1.5 pointer-coarse:min-h-8 pointer-coarse:min-w-8",
                depth === step ? "bg-accent-soft text-accent-text" : "hover:bg-hover hover:text-fg",
              )}
            >
              {step === "all" ? treeText.graphDepthAll : step}
            </button>
          ))}
        </div>
        <span role="status">{treeText.graphDrawn(drawn, total)}</span>
        {isPlacing ? <Spinner /> : null}
      </div>
    </Panel>
  );
}
