import type { CatalogData, CatalogEntry, CatalogNode } from "./catalog-model";

/** A current, trusted tool of the team's layer; override what a test is about. */
export function makeEntry(changes: Partial<CatalogEntry> & { name: string }): CatalogEntry {
  return {
    title: changes.name,
    place: "current",
    state: "trusted",
    type: "tool",
    layer: "L2",
    rootPath: "/roots/team",
    folder: `/roots/team/${changes.name}`,
    digest: "sha256:0a",
    version: "0.1.0",
    sensitivity: "internal",
    description: `Does ${changes.name}.`,
    when: "",
    group: "fs",
    icon: null,
    minTier: "question",
    approvalType: "none",
    utterances: [],
    disabled: null,
    shadowedBy: null,
    errors: 0,
    warnings: 0,
    firstIssue: null,
    ...changes,
  };
}

export function makeGroup(id: string, parent = ""): CatalogNode {
  return { id, name: id, kind: "group", parent, source: "builtin", metadata: {} };
}

export function makeNode(id: string, changes: Partial<CatalogNode> = {}): CatalogNode {
  const [parent = "", name = id] = id.split("/");
  return { id, name, kind: "tool", parent, source: "builtin", metadata: {}, ...changes };
}

export function makeCatalog(nodes: CatalogNode[], entries: CatalogEntry[]): CatalogData {
  return { revision: "r1", loadedAt: 0, nodes, entries, drafts: [], roots: [] };
}
