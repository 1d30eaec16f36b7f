import type { TrustState } from "#server/capability/contract";
import type { HostTool } from "#server/tools/host-tool";
import { buildIndexes } from "./build-indexes";
import { buildTree } from "./build-tree";
import type { Catalog, RootStatus } from "./catalog";
import { toRevision } from "./catalog-revision";
import { deriveComposed } from "./composed/derive-composed";
import { tellSkills } from "./composed/tell-skills";
import { deriveWinners, type ScannedRoot, type Winners } from "./derive-winners";
import { disableEntry } from "./explain-disabled";
import { findDisabled, markHostTools } from "./find-disabled";
import type { ScannedEntry } from "./load-entry";
import type { Dependent, Disabled } from "./load-order";
import { toPlaced } from "./place-entry";
import { findUnmetNeeds, type HostFacts } from "./skills/find-unmet-needs";

export type CatalogSources = {
  /** In rising precedence. */
  roots: readonly ScannedRoot[];
  /** Digests that a person, or the release, made trusted. */
  trusted: ReadonlySet<string>;
  hostTools: readonly HostTool[];
  /** Why a host tool is not loaded, by name; left out, all are. */
  hostProblems?: ReadonlyMap<string, Disabled>;
  /** Names of the services that code may require. */
  hostServices: readonly string[];
  /** What skills may ask of the machine; left out, nothing they ask for is missing. */
  hostFacts?: HostFacts | undefined;
  /** Milliseconds since 1970. */
  loadedAt: number;
  /** Catalog before this one; an index over the same documents is taken over from it. */
  previous?: Catalog;
};

function toRootStatus({ place, scan }: ScannedRoot, { shadowed }: Winners): RootStatus {
  const folders = [...scan.folders.values()];
  return {
    ...place,
    counts: {
      entries: folders.filter((folder) => folder.kind === "ok").length,
      broken: folders.filter((folder) => folder.kind === "broken").length,
      shadowed: shadowed.filter(({ entry }) => entry.rootPath === place.path).length,
    },
    ...(scan.problem === undefined ? {} : { problem: scan.problem }),
  };
}

function toDependent(entry: ScannedEntry, state: TrustState): Dependent {
  if (state === "trusted") return entry;
  const { name, layer, contract, disabled } = entry;
  return { name, layer, contract, isDraft: true, ...(disabled ? { disabled } : {}) };
}

/**
 * Builds the catalog of one moment from what the roots hold and what is trusted (design.md 4 and 6): winners, shadowed,
 * pending and broken entries, reasons of disabled ones, the tree, both search indexes and the revision over all of it.
 * Pure: the same sources give the same revision.
 */
export function buildCatalog(sources: CatalogSources): Catalog {
  const found = deriveWinners(sources.roots);
  const { hostTools, hostServices, hostProblems = new Map() } = sources;
  const unmet = findUnmetNeeds(found.winners, sources.hostFacts);
  const hostNames = new Set(hostTools.map(({ capability }) => capability.name));
  const composed = deriveComposed({
    winners: found.winners,
    hostNames,
    disabledSkills: unmet,
    trusted: sources.trusted,
  });
  const all = new Map([...found.winners, ...composed.tools]);
  const stateOf = (entry: ScannedEntry): TrustState => (sources.trusted.has(entry.digest) ? "trusted" : "draft");
  const dependents = new Map([...all].map(([name, entry]) => [name, toDependent(entry, stateOf(entry))]));
  const disabledBy = findDisabled({ winners: dependents, hostTools, hostProblems, hostServices });
  const loadedTools = hostTools.filter(({ capability }) => !disabledBy.hostTools.has(capability.name));
  const placed = [...all.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => toPlaced(entry, stateOf(entry), disabledBy.entries.get(entry.name) ?? unmet.get(entry.name)));
  const { tree, misplaced } = buildTree(placed, hostTools);
  const winners = tellSkills(
    placed.map((entry) => {
      const disabled = entry.disabled ? undefined : misplaced.get(entry.name);
      return disabled ? disableEntry(entry, disabled) : entry;
    }),
    composed.refused,
  );
  const held = {
    roots: sources.roots.map((root) => toRootStatus(root, found)),
    entries: new Map(winners.map((entry) => [entry.name, entry])),
    shadowed: found.shadowed.map(({ entry, shadowedBy }) => ({ ...entry, state: stateOf(entry), shadowedBy })),
    pending: found.pending.map((entry) => ({ ...entry, state: stateOf(entry) })),
    broken: found.broken,
    tree: markHostTools(tree, disabledBy.hostTools),
    hostTools: new Map(loadedTools.map((tool) => [tool.capability.name, tool])),
  };
  return {
    revision: toRevision(held),
    loadedAt: sources.loadedAt,
    ...held,
    ...buildIndexes(held, sources.previous),
  };
}
