import { setImmediate } from "node:timers/promises";
import type { CapabilityFiles } from "#server/capability/contract";
import type { Store } from "#server/store/store";
import { findVersions, loadVersion, type NewVersion, saveVersions } from "#server/store/versions";

/** Versions a transaction: a run that appends an event waits for one of these at most. */
const BATCH = 20;

/** The bytes of every digest the registry has met, in the database; runs execute these, never the disk (design.md 5). */
export type Archive = {
  /** Takes the files of a digest; `filesOf` answers them from now on, the next `settle` stores them. */
  keep(version: NewVersion): void;
  /** null when the digest was never met. */
  filesOf(digest: string): Promise<CapabilityFiles | null>;
  /** Resolves when everything kept so far is stored. Throws what the database refused; that stays for the next time. */
  settle(): Promise<void>;
};

/** An archive that writes in batches, so that 30,000 rows of a first start neither hold a lock nor a turn for long. */
export function createArchive(store: Store): Archive {
  const waiting = new Map<string, NewVersion>();
  const stored = new Set<string>();
  let writing: Promise<void> = Promise.resolve();

  const forget = (digests: Iterable<string>) => {
    for (const digest of digests) {
      stored.add(digest);
      waiting.delete(digest);
    }
  };
  const writeAll = async () => {
    // After the first start nearly all are there: one question, not one a batch.
    if (waiting.size > 0) forget(await findVersions(store, [...waiting.keys()]));
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, BATCH);
      await saveVersions(store, batch);
      forget(batch.map(({ digest }) => digest));
      // SQLite answers at once: without a turn for others in between, thousands of versions are one task of a second or two.
      await setImmediate();
    }
  };

  return {
    keep(version) {
      if (!stored.has(version.digest)) waiting.set(version.digest, version);
    },
    async filesOf(digest) {
      return waiting.get(digest)?.files ?? (await loadVersion(store, digest));
    },
    settle() {
      writing = writing.catch(() => undefined).then(writeAll);
      return writing;
    },
  };
}
