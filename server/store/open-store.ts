import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { isAppError } from "#server/errors";
import { withBusyRetry } from "./busy-retry";
import { openClient } from "./client";
import { ensureEpoch } from "./meta";
import { migrate } from "./migrate";
import { toStateError } from "./state-error";
import type { Store } from "./store";
import { openWriter } from "./writer";

export type OpenStoreOptions = {
  /** The database file; it and its folder are made when missing, readable by their owner only. */
  file: string;
  /** Hears one sentence when the schema was changed. */
  log?: (line: string) => void;
};

/** A schema that a full disk left half made would never be finished by the migration engine; nothing else is in it yet. */
function removeUnfinished(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-migrating"]) rmSync(`${file}${suffix}`, { force: true });
}

/** Makes the file itself, so that SQLite never makes it with the umask's rights; its -wal and -shm follow the file's. */
function prepareFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
}

/**
 * Opens the database and brings its schema up to date.
 * Throws AppError `state_read_only`, `disk_full`, `conflict` (another program keeps it locked).
 */
export async function openStore({ file, log }: OpenStoreOptions): Promise<Store> {
  const isNew = !existsSync(file);
  try {
    prepareFile(file);
    const applied = await withBusyRetry(() => migrate(file));
    if (applied.length > 0) log?.(`The database was brought up to date: ${applied.join(", ")}.`);
    const writer = await openWriter(file);
    const db = openClient(file, writer);
    return {
      db,
      writer,
      epoch: await ensureEpoch(writer, () => randomBytes(8).toString("hex")),
      async [Symbol.asyncDispose]() {
        await writer[Symbol.asyncDispose]();
        await db.$disconnect();
      },
    };
  } catch (error) {
    const refusal = toStateError(error, dirname(file));
    if (isNew && isAppError(refusal) && refusal.code === "disk_full") removeUnfinished(file);
    throw refusal;
  }
}
