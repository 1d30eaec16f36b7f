import { toSqlDate } from "./connection";
import type { LedgerRecord } from "./rows";
import type { Store } from "./store";

/** Stores one record. Plain SQL, since it stands between a model's answer and the next step of a loop. */
export async function insertLedger(store: Store, record: LedgerRecord): Promise<void> {
  const values = [
    toSqlDate(record.at),
    record.kind,
    record.runId,
    record.capability,
    record.digest,
    record.model,
    record.level,
    record.ok ? 1 : 0,
    record.durationMs,
    record.llmCalls,
    record.cacheHits,
    record.inputTokens,
    record.outputTokens,
    record.costUsd,
    record.error,
  ];
  await store.writer.transaction((connection) =>
    connection.execute(
      `INSERT INTO LedgerEntry (at, kind, runId, capability, digest, model, level, ok, durationMs, llmCalls, cacheHits,
        inputTokens, outputTokens, costUsd, error) VALUES (${values.map(() => "?").join(", ")})`,
      values,
    ),
  );
}

/** Records of one run or execution, oldest first. */
export async function findLedger(store: Store, runId: string): Promise<LedgerRecord[]> {
  const rows = await store.db.ledgerEntry.findMany({ where: { runId }, orderBy: { id: "asc" } });
  return rows.map(({ id: _id, kind, ...row }) => ({ ...row, kind: kind === "execution" ? "execution" : "model_call" }));
}
