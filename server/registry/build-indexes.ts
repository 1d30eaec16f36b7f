import { buildSearchIndex } from "#server/discovery/build-index";
import type { SearchDocument, SearchIndex } from "#server/discovery/hit";
import type { TreeNode } from "#server/tree/node";
import type { CapabilityEntry, Catalog } from "./catalog";
import { toBuiltinDocument, toHostDocument, toSearchDocument } from "./to-search-document";

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

function areIdentical(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

type Held = Pick<Catalog, "entries" | "tree" | "hostTools">;

/** Tools of the tree that nothing implements here: a person who looks for one is to learn why nothing calls it. */
function findBareTools({ tree, hostTools, entries }: Held): TreeNode[] {
  return tree.nodes.filter(
    ({ kind, source, name }) =>
      kind !== "group" && source !== "capability" && !hostTools.has(name) && !entries.has(name),
  );
}

/**
 * Both indexes over what is held: for people everything that has a place, for loops what they may call. One over the same documents is taken
 * over from the catalog before.
 */
export function buildIndexes(held: Held, previous: Catalog | undefined): Pick<Catalog, "index" | "trustedIndex"> {
  const winners = [...held.entries.values()];
  const tools = [...held.hostTools.values()];
  const bare = findBareTools(held);
  // A capability with the name of a host tool is disabled and says so; its page is that of the name.
  const besides = tools.filter(({ capability }) => !held.entries.has(capability.name));
  const forLoops = winners.filter(isForLoops);
  const before = previous ? [...previous.entries.values()] : [];
  const areToolsSame = previous !== undefined && areIdentical(tools, [...previous.hostTools.values()]);
  const areAllSame = areToolsSame && areSame(before, winners) && areIdentical(bare, findBareTools(previous));
  return {
    index: areAllSame
      ? previous.index
      : createLazyIndex(besides.length + bare.length + winners.length, () => [
          ...besides.map(toHostDocument),
          ...bare.map(toBuiltinDocument),
          ...winners.map(toSearchDocument),
        ]),
    trustedIndex:
      areToolsSame && areSame(before.filter(isForLoops), forLoops)
        ? previous.trustedIndex
        : createLazyIndex(tools.length + forLoops.length, () => [
            ...tools.map(toHostDocument),
            ...forLoops.map(toSearchDocument),
          ]),
  };
}
