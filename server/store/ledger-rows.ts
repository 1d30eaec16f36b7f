import type { LedgerRecord } from "./rows";
import type { Store } from "./store";

export async function insertLedger(store: Store, record: LedgerRecord): Promise<void> {
  await store.db.ledgerEntry.create({ data: record });
}

/** Records of one run or execution, oldest first. */
export async function findLedger(store: Store, runId: string): Promise<LedgerRecord[]> {
  const rows = await store.db.ledgerEntry.findMany({ where: { runId }, orderBy: { id: "asc" } });
  return rows.map(({ id: _id, kind, ...row }) => ({ ...row, kind: kind === "execution" ? "execution" : "model_call" }));
}
