import type { CatalogData, CatalogEntry, CatalogFacets, CatalogNode } from "./catalog-model";

/** Facets of a contract that says nothing of the tree; override what a test is about. */
export function makeFacets(changes: Partial<CatalogFacets> = {}): CatalogFacets {
  return {
    status: "draft",
    minTier: "question",
    approvalType: "none",
    scope: "",
    securityLevel: "sandboxed",
    fileAccess: "none",
    policyGroups: ["group:fs"],
    owner: "sandbox",
    ...changes,
  };
}

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
    composedFrom: null,
    errors: 0,
    warnings: 0,
    firstIssue: null,
    ...(changes.place === "broken" ? {} : { facets: 0 }),
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

/** A catalog whose entries all have the first set of facets unless they name another one. */
export function makeCatalog(
  nodes: CatalogNode[],
  entries: CatalogEntry[],
  facetSets: CatalogFacets[] = [makeFacets()],
): CatalogData {
  return { revision: "r1", version: "v1", loadedAt: 0, nodes, entries, drafts: [], roots: [], facetSets };
}
