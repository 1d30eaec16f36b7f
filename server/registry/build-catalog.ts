import { createHash } from "node:crypto";
import type { TrustState } from "#server/capability/contract";
import { buildSearchIndex } from "#server/discovery/build-index";
import type { SearchDocument, SearchIndex } from "#server/discovery/hit";
import type { HostTool } from "#server/tools/host-tool";
import { buildTree } from "./build-tree";
import type { CapabilityEntry, Catalog, RootStatus } from "./catalog";
import { deriveWinners, type ScannedRoot, type Winners } from "./derive-winners";
import { disableEntry } from "./explain-disabled";
import { findDisabled, markHostTools } from "./find-disabled";
import type { ScannedEntry } from "./load-entry";
import type { Disabled } from "./load-order";
import { toHostDocument, toSearchDocument } from "./to-search-document";

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

type Held = Pick<Catalog, "entries" | "shadowed" | "pending" | "broken" | "roots" | "tree" | "hostTools">;

function toLine(...parts: unknown[]): string {
  return `${JSON.stringify(parts)}\n`;
}

/** Of 5,000 entries one changed: the marks of the others are those of the catalog before. */
const entryMarks = new WeakMap<CapabilityEntry, string>();

function toEntryMark(entry: CapabilityEntry): string {
  const known = entryMarks.get(entry);
  if (known !== undefined) return known;
  const { name, digest, state, folder, contract, disabled, issues } = entry;
  const line = toLine(name, digest, state, folder, contract.status, disabled, issues.length);
  const mark = createHash("sha256").update(line).digest("base64");
  entryMarks.set(entry, mark);
  return mark;
}

/** Digest over everything that can be told apart from outside; the contract, and so the tree data, is in each digest. */
function toRevision({ entries, shadowed, pending, broken, roots, tree, hostTools }: Held): string {
  const hash = createHash("sha256");
  const add = (place: string, held: Iterable<CapabilityEntry>) =>
    hash.update(place + Array.from(held, toEntryMark).join());
  add("current", entries.values());
  add("shadowed", shadowed);
  add("pending", pending);
  for (const { folder, issues, source } of broken) hash.update(toLine("broken", folder, issues, source?.text));
  for (const root of roots) hash.update(toLine("root", root));
  for (const node of tree.nodes) if (node.source !== "capability") hash.update(toLine("node", node));
  for (const { capability, outputSchema } of hostTools.values()) hash.update(toLine("host", capability, outputSchema));
  return hash.digest("hex");
}

/** An index that is built when somebody first searches: of ten reloads in a row only the last one is ever asked. */
function createLazyIndex(size: number, makeDocuments: () => SearchDocument[]): SearchIndex {
  let index: SearchIndex | undefined;
  const get = () => {
    index ??= buildSearchIndex(makeDocuments());
    return index;
  };
  return {
    size,
    search: (query, limit, isWanted) => get().search(query, limit, isWanted),
    mentions: (text) => get().mentions(text),
    nearest: (identifier, limit) => get().nearest(identifier, limit),
  };
}

function isForLoops(entry: CapabilityEntry): boolean {
  return entry.state === "trusted" && entry.disabled === undefined && entry.contract.loop?.hidden !== true;
}

/** Whether an index over the one is an index over the other: the words of a capability are of its digest. */
function areSame(one: readonly CapabilityEntry[], other: readonly CapabilityEntry[]): boolean {
  return one.length === other.length && one.every((entry, at) => entry.digest === other[at]?.digest);
}

function buildIndexes(
  winners: readonly CapabilityEntry[],
  hostTools: readonly HostTool[],
  previous: Catalog | undefined,
): Pick<Catalog, "index" | "trustedIndex"> {
  const forLoops = winners.filter(isForLoops);
  const before = previous ? [...previous.entries.values()] : [];
  const toolsBefore = previous ? [...previous.hostTools.values()] : [];
  const areToolsSame =
    toolsBefore.length === hostTools.length && hostTools.every((tool, at) => tool === toolsBefore[at]);
  return {
    index:
      previous && areSame(before, winners)
        ? previous.index
        : createLazyIndex(winners.length, () => winners.map(toSearchDocument)),
    trustedIndex:
      previous && areToolsSame && areSame(before.filter(isForLoops), forLoops)
        ? previous.trustedIndex
        : createLazyIndex(hostTools.length + forLoops.length, () => [
            ...hostTools.map(toHostDocument),
            ...forLoops.map(toSearchDocument),
          ]),
  };
}

function isSame(one: Disabled | undefined, other: Disabled | undefined): boolean {
  return one?.reason === other?.reason && one?.enabledBy === other?.enabledBy;
}

/** Winners as they were last placed; an entry is the same object as long as nothing about it changed. */
const lastPlaced = new WeakMap<ScannedEntry, CapabilityEntry>();

function toPlaced(scanned: ScannedEntry, state: TrustState, disabled: Disabled | undefined): CapabilityEntry {
  const known = lastPlaced.get(scanned);
  if (known?.state === state && isSame(known.disabled, disabled)) return known;
  const entry: CapabilityEntry = { ...(disabled ? disableEntry(scanned, disabled) : scanned), state };
  lastPlaced.set(scanned, entry);
  return entry;
}

/**
 * Builds the catalog of one moment from what the roots hold and what is trusted (design.md 4 and 6): winners, shadowed,
 * pending and broken entries, reasons of disabled ones, the tree, both search indexes and the revision over all of it.
 * Pure: the same sources give the same revision.
 */
export function buildCatalog(sources: CatalogSources): Catalog {
  const found = deriveWinners(sources.roots);
  const { hostTools, hostServices, hostProblems = new Map() } = sources;
  const disabledBy = findDisabled({ winners: found.winners, hostTools, hostProblems, hostServices });
  const loadedTools = hostTools.filter(({ capability }) => !disabledBy.hostTools.has(capability.name));
  const stateOf = (entry: ScannedEntry): TrustState => (sources.trusted.has(entry.digest) ? "trusted" : "draft");
  const placed = [...found.winners.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => toPlaced(entry, stateOf(entry), disabledBy.entries.get(entry.name)));
  const { tree, misplaced } = buildTree(placed, hostTools);
  const winners = placed.map((entry) => {
    const disabled = entry.disabled ? undefined : misplaced.get(entry.name);
    return disabled ? disableEntry(entry, disabled) : entry;
  });
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
    ...buildIndexes(winners, loadedTools, sources.previous),
  };
}
