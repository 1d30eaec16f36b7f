import type { ContractIssue } from "#server/capability/contract";

/** Address of a capability's editor, at the line of an issue where there is one. */
export function toEditHref(name: string, issue?: Pick<ContractIssue, "file" | "line">): string {
  const page = `/capabilities/${encodeURIComponent(name)}`;
  if (issue === undefined) return page;
  return `${page}?tab=edit&file=${encodeURIComponent(issue.file)}&line=${issue.line}`;
}

/** Address of an entry that its name does not lead to, by its place and folder. */
export function toSelectHref(place: "shadowed" | "pending" | "broken", folder: string): string {
  return `/capabilities?selected=${encodeURIComponent(`${place}:${folder}`)}`;
}
