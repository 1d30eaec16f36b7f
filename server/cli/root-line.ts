import type { DiagnosedRoot } from "./backend";

/** What is to be said of a root in one line: its layer, place and origin, and what was found there or why nothing was. */
export function toRootLine(root: DiagnosedRoot): string {
  const found = root.exists ? `${root.entries} entries` : "not there";
  const admission = root.admission === "pending" ? ", waits for admission in Settings" : "";
  return `${root.layer} ${root.path} (${root.origin}): ${root.problem ?? found}${admission}`;
}
