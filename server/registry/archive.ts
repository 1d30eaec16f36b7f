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

  const writeBatch = async () => {
    const batch = [...waiting.values()].slice(0, BATCH);
    const known = await findVersions(
      store,
      batch.map(({ digest }) => digest),
    );
    const fresh = batch.filter(({ digest }) => !known.has(digest));
    if (fresh.length > 0) await saveVersions(store, fresh);
    for (const { digest } of batch) {
      stored.add(digest);
      waiting.delete(digest);
    }
  };
  const writeAll = async () => {
    while (waiting.size > 0) await writeBatch();
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
