import { buildSearchIndex } from "#server/discovery/build-index";
import type { SearchDocument, SearchIndex } from "#server/discovery/hit";
import type { HostTool } from "#server/tools/host-tool";
import type { CapabilityEntry, Catalog } from "./catalog";
import { toHostDocument, toSearchDocument } from "./to-search-document";

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

/** Both indexes over the winners; one over the same documents is taken over from the catalog before. */
export function buildIndexes(
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
