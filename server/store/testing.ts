import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPrismaFolder, loadMigrations } from "./migrate";
import { openStore } from "./open-store";
import type { Store } from "./store";

export type TestStore = Store & { readonly file: string; readonly folder: string };

/** One migrated, empty file a schema, made by whichever test process comes first and copied for each test. */
async function findBaseFile(): Promise<string> {
  const checksums = loadMigrations(findPrismaFolder()).map(({ checksum }) => checksum);
  const name = createHash("sha256").update(checksums.join()).digest("hex").slice(0, 16);
  const baseFile = join(tmpdir(), `capstan-test-base-${name}.db`);
  if (existsSync(baseFile)) return baseFile;
  const folder = mkdtempSync(join(tmpdir(), "capstan-test-base-"));
  const file = join(folder, "base.db");
  const store = await openStore({ file });
  // Each copy is a log of its own, so the epoch must not be copied.
  await store.db.meta.deleteMany();
  await store.db.$queryRawUnsafe("PRAGMA wal_checkpoint(TRUNCATE)");
  await store[Symbol.asyncDispose]();
  renameSync(file, baseFile);
  rmSync(folder, { recursive: true });
  return baseFile;
}

/** A real store on a file of its own, gone with its folder when disposed. `existing` is the folder of one that another process made. */
export async function openTestStore(existing?: string): Promise<TestStore> {
  const folder = existing ?? mkdtempSync(join(tmpdir(), "capstan-test-"));
  const file = join(folder, "capstan.db");
  if (existing === undefined) copyFileSync(await findBaseFile(), file);
  const store = await openStore({ file });
  return {
    ...store,
    file,
    folder,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
