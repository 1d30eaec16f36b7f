import type { Ledger } from "#server/ledger/record-ledger";
import type { Registry } from "#server/registry/catalog";
import type { LoadRecord } from "#server/registry/lifecycle/lifecycle";
import { findUsage } from "#server/store/ledger-rows";
import { findMatches, findMatchesOf, type MatchRecord } from "#server/store/match-rows";
import type { UsageRecord } from "#server/store/rows";
import type { Store } from "#server/store/store";
import type { MatchCounter } from "./match-counter";

/** How a capability or host tool is doing: its calls, how often runs found it, and its load. */
export type CapabilityUsage = UsageRecord & {
  /** null when no run ever found it. */
  matches: MatchRecord | null;
  /** null for what is not loaded. */
  load: LoadRecord | null;
};

export type Usage = {
  /** What is known of a name; zeros for one that was never called. What was written behind is stored first. */
  find(name: string): Promise<CapabilityUsage>;
  /** How often runs found each name; what none ever found is not in it. */
  findMatches(): Promise<Map<string, MatchRecord>>;
};

/** The figures of an installation, over its ledger and the counts of discovery. */
export function createUsage(sources: {
  store: Store;
  ledger: Ledger;
  matches: MatchCounter;
  registry: Pick<Registry, "findLoad">;
}): Usage {
  const { store, ledger, matches, registry } = sources;
  return {
    async find(name) {
      await Promise.all([ledger.settle(), matches.settle()]);
      const [usage, found] = await Promise.all([findUsage(store, name), findMatchesOf(store, name)]);
      return { ...usage, matches: found, load: registry.findLoad(name) };
    },
    async findMatches() {
      await matches.settle();
      return findMatches(store);
    },
  };
}
