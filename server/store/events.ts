import { AppError } from "#server/errors";
import { insertBlob } from "./blobs";
import { type Connection, type SqlValue, toSqlDate } from "./connection";
import { insertLogRow, type NewLog } from "./logs";
import type { EventRow, StoredEvent } from "./rows";
import type { Store } from "./store";

/** A payload of more JSON bytes than this is a blob and only its digest lies in the row (design.md 5). */
export const INLINE_BYTES_MAX = 16 * 1024;

export type AppendRequest = {
  runId: string;
  /** Makes the log in the same transaction: a log is never there without its first events. */
  create?: Omit<NewLog, "id">;
  /** The owner that appends; null appends to a log nobody owns, which must not have ended. */
  ownerId: string | null;
  rows: readonly EventRow[];
  /** Milliseconds since 1970, the `ts` of all rows. */
  ts: number;
  /** Until when the owner's lease holds after this append. */
  leaseExpiresAt?: Date;
  /** The log's new status, when the rows change it. */
  status?: string;
  /** Number of the last turn in the rows; the log keeps the highest. */
  turns?: number;
};

const COLUMNS = "runId, seq, ts, type, turn, taskId, parentTaskId, callId, spanId, parentSpanId, payload, blobDigest";
const ROW_PLACEHOLDERS = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
/** SQLite takes 32,766 parameters in one statement. */
const ROWS_PER_STATEMENT = 2_000;

async function refuseAppend(connection: Connection, runId: string): Promise<never> {
  const [log] = await connection.query("SELECT status FROM Log WHERE id = ?", [runId]);
  if (log === undefined) throw new AppError("not_found", `There is no run or execution ${runId}.`);
  throw new AppError("lease_lost", `${runId} belongs to another process now, or has ended.`, {
    details: { status: log.status },
  });
}

/**
 * Moves the log's head by the number of rows, if the lease allows it; the first statement, so it takes the lock. `status`
 * has an index and is named only when it changes.
 */
async function moveHead(connection: Connection, request: AppendRequest): Promise<number> {
  const { runId, ownerId, rows, ts, leaseExpiresAt, status, turns } = request;
  const now = toSqlDate(new Date(ts));
  const guard =
    ownerId === null
      ? "(ownerId IS NULL OR leaseExpiresAt <= ?) AND status NOT IN ('completed', 'failed', 'cancelled')"
      : "ownerId = ?";
  const head = await connection.queryOne(
    `UPDATE Log SET lastSeq = lastSeq + ?, updatedAt = ?, turns = MAX(turns, ?),
      leaseExpiresAt = COALESCE(?, leaseExpiresAt)${status === undefined ? "" : ", status = ?"}
      WHERE id = ? AND ${guard} RETURNING lastSeq`,
    [
      rows.length,
      now,
      turns ?? 0,
      leaseExpiresAt ? toSqlDate(leaseExpiresAt) : null,
      ...(status === undefined ? [] : [status]),
      runId,
      ownerId ?? now,
    ],
  );
  return head === undefined ? refuseAppend(connection, runId) : Number(head.lastSeq) - rows.length;
}

function isInline(json: string): boolean {
  return json.length <= INLINE_BYTES_MAX && Buffer.byteLength(json) <= INLINE_BYTES_MAX;
}

/** Moves a payload that is too large for its row to a blob. */
async function toBlobEvent(connection: Connection, event: StoredEvent, json: string): Promise<StoredEvent> {
  const bytes = Buffer.from(json);
  return { ...event, blob_digest: await insertBlob(connection, bytes), blob_size: bytes.byteLength };
}

function toValues(event: StoredEvent, json: string | null): SqlValue[] {
  return [
    event.run_id,
    event.seq,
    event.ts,
    event.type,
    event.turn,
    event.task_id,
    event.parent_task_id,
    event.call_id ?? null,
    event.span_id,
    event.parent_span_id,
    json,
    json === null ? (event.blob_digest ?? null) : null,
  ];
}

/**
 * Appends rows to a log in one transaction: checks the owner, gives `seq` from the last one on, moves large payloads to
 * blobs; with `create` it makes the log first. Answers the events as stored, each with its payload; a large one has `blob_digest` and `blob_size` as well.
 * Throws not_found, lease_lost when another owner has the log, and conflict when a log to make is there already.
 */
export async function appendEvents(store: Store, request: AppendRequest): Promise<StoredEvent[]> {
  if (request.rows.length === 0) return [];
  return store.writer.transaction(async (connection) => {
    if (request.create) await insertLogRow(connection, { ...request.create, id: request.runId });
    const lastSeq = await moveHead(connection, request);
    const stored: StoredEvent[] = [];
    const values: SqlValue[][] = [];
    for (const { json, ...row } of request.rows) {
      const event: StoredEvent = { ...row, run_id: request.runId, seq: lastSeq + stored.length + 1, ts: request.ts };
      const isSmall = isInline(json);
      const kept = isSmall ? event : await toBlobEvent(connection, event, json);
      stored.push(kept);
      values.push(toValues(kept, isSmall ? json : null));
    }
    for (let start = 0; start < values.length; start += ROWS_PER_STATEMENT) {
      const part = values.slice(start, start + ROWS_PER_STATEMENT);
      await connection.execute(
        `INSERT INTO Event (${COLUMNS}) VALUES ${part.map(() => ROW_PLACEHOLDERS).join(", ")}`,
        part.flat(),
      );
    }
    return stored;
  });
}

type StoredRow = Awaited<ReturnType<Store["db"]["event"]["findMany"]>>[number];

function fromRow(row: StoredRow, blobs: ReadonlyMap<string, { size: number; bytes?: Uint8Array }>): StoredEvent {
  const blob = row.blobDigest === null ? undefined : blobs.get(row.blobDigest);
  const json = row.payload ?? (blob?.bytes === undefined ? undefined : Buffer.from(blob.bytes).toString("utf8"));
  return {
    run_id: row.runId,
    seq: row.seq,
    ts: Number(row.ts),
    type: row.type,
    turn: row.turn,
    task_id: row.taskId,
    parent_task_id: row.parentTaskId,
    ...(row.callId === null ? {} : { call_id: row.callId }),
    span_id: row.spanId,
    parent_span_id: row.parentSpanId,
    ...(json === undefined ? {} : { payload: JSON.parse(json) as unknown }),
    ...(row.blobDigest === null ? {} : { blob_digest: row.blobDigest, blob_size: blob?.size ?? 0 }),
  };
}

/**
 * Events after `afterSeq` in order, at most `limit`. With `withBlobs` every event has its payload; without, a large one
 * has only `blob_digest` and `blob_size`.
 */
export async function loadEvents(
  store: Store,
  runId: string,
  options: { afterSeq: number; limit: number; withBlobs: boolean },
): Promise<StoredEvent[]> {
  const rows = await store.db.event.findMany({
    where: { runId, seq: { gt: options.afterSeq } },
    orderBy: { seq: "asc" },
    take: options.limit,
  });
  const digests = [...new Set(rows.flatMap(({ blobDigest }) => blobDigest ?? []))];
  const found =
    digests.length === 0
      ? []
      : await store.db.blob.findMany({
          where: { digest: { in: digests } },
          select: { digest: true, size: true, bytes: options.withBlobs },
        });
  const blobs = new Map(found.map(({ digest, size, bytes }) => [digest, bytes ? { size, bytes } : { size }]));
  return rows.map((row) => fromRow(row, blobs));
}
