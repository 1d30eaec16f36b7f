import { digestRowsSchema } from "./digest-rows";
import type { TrustRecord } from "./rows";
import type { Store } from "./store";

/** Every trusted digest with who trusted it, when and why. */
export async function findTrust(store: Store): Promise<Map<string, TrustRecord>> {
  const rows = await store.db.trust.findMany();
  return new Map(rows.map((row) => [row.digest, row]));
}

/** Every trusted digest, and nothing more of each: a fifth of the time where there are thousands. */
export async function findTrustedDigests(store: Store): Promise<Set<string>> {
  const rows = digestRowsSchema.parse(await store.db.$queryRaw`SELECT digest FROM Trust`);
  return new Set(rows.map(({ digest }) => digest));
}

/** Makes a digest trusted. A digest that is trusted already keeps its first record. */
export async function recordTrust(
  store: Store,
  record: Omit<TrustRecord, "trustedAt"> & { trustedAt?: Date },
): Promise<void> {
  const row = { ...record, trustedAt: record.trustedAt ?? new Date() };
  await store.db.trust.upsert({ where: { digest: record.digest }, create: row, update: {} });
}

/** Makes a digest a draft again. Answers false when it was one. */
export async function removeTrust(store: Store, digest: string): Promise<boolean> {
  const { count } = await store.db.trust.deleteMany({ where: { digest } });
  return count > 0;
}

/** Who trusted a digest, when and why; null for a draft. */
export async function findTrustRecord(store: Store, digest: string): Promise<TrustRecord | null> {
  return store.db.trust.findUnique({ where: { digest } });
}
