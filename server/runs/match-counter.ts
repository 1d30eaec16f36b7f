import type { EventDraft } from "#server/loop/events";
import { addMatches, type MatchRecord } from "#server/store/match-rows";
import type { Store } from "#server/store/store";

/** Counts are stored this often, milliseconds. */
const STORE_MS = 3_000;

/**
 * Counts how often the discovery of runs finds each capability. Kept in memory and stored a few seconds later, so that no
 * turn waits for it; what a crash loses is a few counts, never an event.
 */
export type MatchCounter = {
  /** Counts what `discovery` events among the drafts found, each name once an event. */
  count(drafts: readonly EventDraft[]): void;
  /** Stores what was counted so far. What cannot be stored is reported and tried again with the next counts. */
  settle(): Promise<void>;
};

function findNames(draft: EventDraft): Set<string> {
  if (draft.type !== "discovery") return new Set();
  const { hits, mentions } = draft.payload;
  return new Set([...hits, ...mentions].map(({ name }) => name));
}

/** A counter over the store. `now` is milliseconds since 1970; `report` is told of what could not be stored. */
export function createMatchCounter(options: {
  store: Store;
  now: () => number;
  report: (line: string) => void;
}): MatchCounter {
  const { store, now, report } = options;
  let counted = new Map<string, MatchRecord>();
  let storing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function add(name: string, { matches, lastAt }: MatchRecord): void {
    const known = counted.get(name);
    if (known === undefined) counted.set(name, { matches, lastAt });
    else counted.set(name, { matches: known.matches + matches, lastAt: lastAt > known.lastAt ? lastAt : known.lastAt });
  }

  function settle(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = counted;
    counted = new Map();
    if (batch.size === 0) return storing;
    storing = storing
      .then(() => addMatches(store, batch))
      .catch((error: unknown) => {
        report(`Matches of ${batch.size} capabilities were not stored yet: ${String(error)}`);
        for (const [name, record] of batch) add(name, record);
      });
    return storing;
  }

  return {
    count(drafts) {
      for (const draft of drafts) {
        for (const name of findNames(draft)) add(name, { matches: 1, lastAt: new Date(now()) });
      }
      if (counted.size > 0) timer ??= setTimeout(() => void settle(), STORE_MS);
    },
    settle,
  };
}
