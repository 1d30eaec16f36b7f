import type { CapabilityEntry, Catalog } from "#server/registry/catalog";
import { DEFAULT_TOOLS } from "#server/tree/default-tools";
import { DEFAULT_GROUPS } from "#server/tree/defaults/groups";
import type { CapabilityTree, TreeNode } from "#server/tree/node";

type Held = Pick<Catalog, "entries" | "hostTools" | "tree">;

const DEFAULT_IDS = new Set(DEFAULT_GROUPS.map(({ id }) => id));
const PLACES = new Map(DEFAULT_TOOLS.map((node) => [node.id, node]));

/** A group that only a contract named is as untrusted as what named it; one that ships stays, empty or not. */
function isGroupOfSomething(group: TreeNode, { nodes }: CapabilityTree): boolean {
  if (DEFAULT_IDS.has(group.id)) return true;
  return nodes.some(({ id, kind }) => kind !== "group" && id.startsWith(`${group.id}/`));
}

/** An entry without the finding that repeats what a broken override of its name says. */
function withoutOverride(entry: CapabilityEntry): CapabilityEntry {
  const issues = entry.issues.filter(({ code }) => code !== "broken_override");
  return issues.length === entry.issues.length ? entry : { ...entry, issues };
}

/**
 * What a catalog holds without the words of drafts: their summaries, titles and groups were written by nobody a person
 * trusts and must not reach a prompt by way of introspection (design.md 6). A built-in's place that a draft fills is shown
 * as it ships.
 */
export function toLoopCatalog({ entries, hostTools, tree }: Held): Held {
  const isDraft = ({ source, name }: TreeNode) => source === "capability" && entries.get(name)?.state !== "trusted";
  const callable = {
    nodes: tree.nodes.flatMap((node) => {
      if (node.kind === "group" || !isDraft(node)) return [node];
      const place = PLACES.get(node.id);
      return place ? [place] : [];
    }),
  };
  return {
    entries: new Map(
      [...entries].flatMap(([name, entry]) => (entry.state === "trusted" ? [[name, withoutOverride(entry)]] : [])),
    ),
    hostTools,
    tree: { nodes: callable.nodes.filter((node) => node.kind !== "group" || isGroupOfSomething(node, callable)) },
  };
}
