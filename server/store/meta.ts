import type { Store } from "./store";
import type { Writer } from "./writer";

/** The value of a key; made by `create` the first time, by whichever process comes first. */
async function ensureValue(writer: Writer, key: string, create: () => string): Promise<string> {
  return writer.transaction(async (connection) => {
    await connection.execute("INSERT OR IGNORE INTO Meta (key, value) VALUES (?, ?)", [key, create()]);
    const [row] = await connection.query("SELECT value FROM Meta WHERE key = ?", [key]);
    return String(row?.value);
  });
}

/** The random id of this copy of the log (design.md 5). */
export function ensureEpoch(writer: Writer, create: () => string): Promise<string> {
  return ensureValue(writer, "epoch", create);
}

/** One value that belongs to this copy of the state, such as a secret; made once. */
export function ensureMeta(store: Store, key: string, create: () => string): Promise<string> {
  return ensureValue(store.writer, key, create);
}

/** The value of a key; null when nothing made it yet. */
export async function findMeta(store: Store, key: string): Promise<string | null> {
  const row = await store.db.meta.findUnique({ where: { key } });
  return row?.value ?? null;
}
