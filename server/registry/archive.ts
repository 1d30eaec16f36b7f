import type { CapabilityFiles } from "#server/capability/contract";
import type { Store } from "#server/store/store";
import { findVersions, loadVersion, type NewVersion, saveVersions } from "#server/store/versions";

const BATCH = 100;

/** The bytes of every digest the registry has met, in the database; runs execute these, never the disk (design.md 5). */
export type Archive = {
  /** Takes the files of a digest; they are stored soon, and answered by `filesOf` from now on. */
  keep(version: NewVersion): void;
  /** null when the digest was never met. */
  filesOf(digest: string): Promise<CapabilityFiles | null>;
  /** Resolves when everything kept so far is stored. Throws what the database refused. */
  settle(): Promise<void>;
};

/**
 * An archive that writes in batches behind the scan: the first start with 10,000 entries must not wait for 30,000 rows.
 * What the database refuses stays in memory, is logged, and is tried again with the next batch.
 */
export function createArchive(store: Store, log: (line: string) => void): Archive {
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
  const enqueue = () => {
    writing = writing.catch(() => undefined).then(writeAll);
    return writing;
  };

  return {
    keep(version) {
      if (stored.has(version.digest) || waiting.has(version.digest)) return;
      waiting.set(version.digest, version);
      if (waiting.size > 1) return;
      enqueue().catch((error: unknown) => {
        log(`registry: the files of ${waiting.size} versions could not be stored: ${String(error)}`);
      });
    },
    async filesOf(digest) {
      return waiting.get(digest)?.files ?? (await loadVersion(store, digest));
    },
    settle: () => (waiting.size === 0 ? writing : enqueue()),
  };
}
