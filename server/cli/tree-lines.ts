import type { TreeView } from "#server/tree/introspect/tree-view";
import { toLine } from "./table";

function toLabel({ name, kind, summary, min_tier: tier, disabled, dynamic }: TreeView): string {
  if (kind === "group") return summary === "" ? `${name}/` : `${name}/  ${toLine(summary)}`;
  const marks = [tier, dynamic ? "dynamic" : "", disabled ? "disabled" : ""].filter(Boolean).join(", ");
  return `${name} [${marks}]  ${toLine(summary)}`;
}

/** The nested view as lines with branches, as seed 004 draws the tree. */
export function toTreeLines(views: readonly TreeView[], indent = ""): string[] {
  return views.flatMap((view, at) => {
    const isLast = at === views.length - 1;
    const below = toTreeLines(view.children, indent + (isLast ? "    " : "│   "));
    return [`${indent}${isLast ? "└── " : "├── "}${toLabel(view)}`, ...below];
  });
}
