import { createHash } from "node:crypto";
import type { Connection } from "./connection";
import { toSqlDate } from "./connection";
import type { Store } from "./store";

/** Stores bytes under their sha256 inside a running write; the same bytes twice are one row. Answers the digest. */
export async function insertBlob(connection: Connection, bytes: Uint8Array): Promise<string> {
  const digest = createHash("sha256").update(bytes).digest("hex");
  await connection.execute("INSERT OR IGNORE INTO Blob (digest, size, bytes, createdAt) VALUES (?, ?, ?, ?)", [
    digest,
    bytes.byteLength,
    bytes,
    toSqlDate(new Date()),
  ]);
  return digest;
}

/** Stores bytes under their sha256 in hex. Answers the digest. */
export async function saveBlob(store: Store, bytes: Uint8Array): Promise<string> {
  return store.writer.transaction((connection) => insertBlob(connection, bytes));
}

/** The bytes of a digest; null when they were never stored. */
export async function loadBlob(store: Store, digest: string): Promise<Uint8Array | null> {
  const row = await store.db.blob.findUnique({ where: { digest } });
  return row?.bytes ?? null;
}
