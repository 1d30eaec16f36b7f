import { toSqlDate } from "./connection";
import type { LedgerRecord, UsageRecord } from "./rows";
import type { Store } from "./store";

const COLUMNS = [
  "at",
  "kind",
  "runId",
  "capability",
  "digest",
  "model",
  "level",
  "ok",
  "durationMs",
  "llmCalls",
  "cacheHits",
  "inputTokens",
  "outputTokens",
  "costUsd",
  "error",
  "inputBytes",
  "outputBytes",
  "requestId",
] as const satisfies readonly (keyof LedgerRecord)[];

const INSERT = `INSERT INTO LedgerEntry (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})`;

/** Records whose durations the quantiles are of; the ledger itself keeps all. */
const RECENT_CALLS = 1_000;

function toValue(record: LedgerRecord, column: (typeof COLUMNS)[number]): string | number | null {
  const value = record[column];
  if (value instanceof Date) return toSqlDate(value);
  return typeof value === "boolean" ? Number(value) : value;
}

/** Stores records in one transaction. Plain SQL, since it stands between a model's answer and the next step of a loop. */
export async function insertLedger(store: Store, records: readonly LedgerRecord[]): Promise<void> {
  await store.writer.transaction(async (connection) => {
    for (const record of records) {
      await connection.execute(
        INSERT,
        COLUMNS.map((column) => toValue(record, column)),
      );
    }
  });
}

function toKind(kind: string): LedgerRecord["kind"] {
  return kind === "execution" || kind === "host_call" ? kind : "model_call";
}

/** Records of one run or execution, oldest first. */
export async function findLedger(store: Store, runId: string): Promise<LedgerRecord[]> {
  const rows = await store.db.ledgerEntry.findMany({ where: { runId }, orderBy: { id: "asc" } });
  return rows.map(({ id: _id, kind, ...row }) => ({ ...row, kind: toKind(kind) }));
}

/** Nearest rank: of `sorted`, the smallest value that at least `share` of them do not exceed. */
function quantileOf(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** How often a capability was called, how that went, how long it took and how many bytes passed. */
export async function findUsage(store: Store, name: string): Promise<UsageRecord> {
  const where = { capability: name, kind: { in: ["execution", "host_call"] } };
  const [all, failures, recent] = await Promise.all([
    store.db.ledgerEntry.aggregate({
      where,
      _count: true,
      _max: { at: true },
      _sum: { durationMs: true, inputBytes: true, outputBytes: true },
    }),
    store.db.ledgerEntry.count({ where: { ...where, ok: false } }),
    store.db.ledgerEntry.findMany({
      where,
      select: { durationMs: true },
      orderBy: { id: "desc" },
      take: RECENT_CALLS,
    }),
  ]);
  const durations = recent.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  return {
    calls: all._count,
    failures,
    lastAt: all._max.at,
    durationMs: {
      total: all._sum.durationMs ?? 0,
      p50: quantileOf(durations, 0.5),
      p95: quantileOf(durations, 0.95),
    },
    inputBytes: all._sum.inputBytes ?? 0,
    outputBytes: all._sum.outputBytes ?? 0,
  };
}
