import { type SqlValue, toSqlDate } from "./connection";
import { getLog } from "./logs";
import type { LogHead } from "./rows";
import type { Store } from "./store";

/**
 * Who owns a log. A lease is free when nobody holds it or when its time is over; taking it is one statement, so two
 * processes can never both have it. An owner whose time is over but whom nobody replaced goes on and renews: what makes
 * a run `interrupted` is another owner, not a clock (appends compare the owner, events.ts).
 */
export type LeaseClaim = { ownerId: string; now: Date; expiresAt: Date };

const FREE = "(ownerId IS NULL OR leaseExpiresAt IS NULL OR leaseExpiresAt <= ?)";

async function claimWhere(
  store: Store,
  claim: LeaseClaim,
  condition: { sql: string; values: SqlValue[] },
): Promise<LogHead | null> {
  const [row] = await store.writer.transaction((connection) =>
    connection.query(`UPDATE Log SET ownerId = ?, leaseExpiresAt = ? WHERE id = (${condition.sql}) RETURNING id`, [
      claim.ownerId,
      toSqlDate(claim.expiresAt),
      ...condition.values,
    ]),
  );
  return row === undefined ? null : getLog(store, String(row.id));
}

/** Takes a free log by id; null when another owner holds it or there is none. */
export function claimLog(store: Store, id: string, claim: LeaseClaim): Promise<LogHead | null> {
  return claimWhere(store, claim, {
    sql: `SELECT id FROM Log WHERE id = ? AND ${FREE}`,
    values: [id, toSqlDate(claim.now)],
  });
}

/** Takes the run that has been queued longest; null when none waits. */
export function claimNextRun(store: Store, claim: LeaseClaim): Promise<LogHead | null> {
  return claimWhere(store, claim, {
    sql: `SELECT id FROM Log WHERE status = 'queued' AND kind = 'run' AND ${FREE} ORDER BY updatedAt, rowid LIMIT 1`,
    values: [toSqlDate(claim.now)],
  });
}

/** Renews all leases of an owner at once. Answers what it still holds and which of those a person wants cancelled. */
export async function renewLeases(
  store: Store,
  ownerId: string,
  expiresAt: Date,
): Promise<{ id: string; isCancelAsked: boolean }[]> {
  const rows = await store.writer.transaction((connection) =>
    connection.query("UPDATE Log SET leaseExpiresAt = ? WHERE ownerId = ? RETURNING id, cancelAsked", [
      toSqlDate(expiresAt),
      ownerId,
    ]),
  );
  return rows.map((row) => ({ id: String(row.id), isCancelAsked: Boolean(row.cancelAsked) }));
}

/** Gives a log back; nothing happens when another owner has taken it meanwhile. */
export async function releaseLease(store: Store, id: string, ownerId: string): Promise<void> {
  await store.writer.transaction((connection) =>
    connection.execute("UPDATE Log SET ownerId = NULL, leaseExpiresAt = NULL WHERE id = ? AND ownerId = ?", [
      id,
      ownerId,
    ]),
  );
}

/** Logs that say they are running although nobody holds them, oldest first. */
export async function findExpired(store: Store, now: Date): Promise<LogHead[]> {
  const rows = await store.db.log.findMany({
    where: { status: "running", OR: [{ ownerId: null }, { leaseExpiresAt: null }, { leaseExpiresAt: { lte: now } }] },
    orderBy: { createdAt: "asc" },
    select: { id: true },
  });
  return Promise.all(rows.map(({ id }) => getLog(store, id)));
}

/** Notes that a person wants the log cancelled; its owner reads that when it renews. Throws not_found. */
export async function askCancel(store: Store, id: string): Promise<LogHead> {
  await store.writer.transaction((connection) =>
    connection.execute("UPDATE Log SET cancelAsked = 1 WHERE id = ?", [id]),
  );
  return getLog(store, id);
}
