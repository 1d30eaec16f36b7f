import { AppError } from "#server/errors";
import { type Connection, type SqlValue, toSqlDate } from "./connection";
import type { LogHead, LogKind } from "./rows";
import type { Store } from "./store";

export type NewLog = Pick<LogHead, "id" | "kind" | "title" | "status" | "source" | "startedBy"> &
  Partial<Pick<LogHead, "focusMode" | "digest" | "parentId" | "allowDrafts" | "ownerId" | "leaseExpiresAt">>;

export type LogFilter = {
  kind?: LogKind;
  status?: string;
  /** Part of the title. */
  title?: string;
  parentId?: string;
  digest?: string;
  /** Made at or after this moment. */
  since?: Date;
  /** Id of the last log of the page before. */
  cursor?: string;
  limit: number;
};

type LogRow = Omit<LogHead, "kind"> & { kind: string };

function toLogHead(row: LogRow): LogHead {
  return { ...row, kind: row.kind === "execution" ? "execution" : "run" };
}

/** Inserts the head of a new, empty log inside a running write. Throws conflict when the id is taken. */
export async function insertLogRow(connection: Connection, log: NewLog): Promise<void> {
  const now = toSqlDate(new Date());
  const values: SqlValue[] = [
    log.id,
    log.kind,
    log.title,
    log.status,
    log.source,
    log.focusMode ?? null,
    log.digest ?? null,
    log.parentId ?? null,
    log.allowDrafts ? 1 : 0,
    log.startedBy,
    now,
    now,
    log.ownerId ?? null,
    log.leaseExpiresAt ? toSqlDate(log.leaseExpiresAt) : null,
  ];
  const inserted = await connection.execute(
    `INSERT OR IGNORE INTO Log (id, kind, title, status, source, focusMode, digest, parentId, allowDrafts, startedBy,
      createdAt, updatedAt, ownerId, leaseExpiresAt) VALUES (${values.map(() => "?").join(", ")})`,
    values,
  );
  if (inserted === 0) throw new AppError("conflict", `There is a log ${log.id} already.`);
}

/** Stores the head of a new, empty log. Throws conflict when the id is taken. */
export async function insertLog(store: Store, log: NewLog): Promise<void> {
  await store.writer.transaction((connection) => insertLogRow(connection, log));
}

/** null when there is no such log. */
export async function findLog(store: Store, id: string): Promise<LogHead | null> {
  const row = await store.db.log.findUnique({ where: { id } });
  return row === null ? null : toLogHead(row);
}

/** Throws not_found. */
export async function getLog(store: Store, id: string): Promise<LogHead> {
  const log = await findLog(store, id);
  if (log === null) {
    throw new AppError("not_found", `There is no run or execution ${id}.`, {
      next: "It may belong to another state folder. Look it up on the page Runs.",
    });
  }
  return log;
}

/** Newest first; `nextCursor` is null on the last page; `total` counts all pages. */
export async function findLogs(
  store: Store,
  filter: LogFilter,
): Promise<{ logs: LogHead[]; nextCursor: string | null; total: number }> {
  const where = {
    ...(filter.kind === undefined ? {} : { kind: filter.kind }),
    ...(filter.status === undefined ? {} : { status: filter.status }),
    ...(filter.parentId === undefined ? {} : { parentId: filter.parentId }),
    ...(filter.digest === undefined ? {} : { digest: filter.digest }),
    ...(filter.since === undefined ? {} : { createdAt: { gte: filter.since } }),
    ...(filter.title === undefined ? {} : { title: { contains: filter.title } }),
  };
  const [rows, total] = await Promise.all([
    store.db.log.findMany({
      where,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: filter.limit + 1,
      ...(filter.cursor === undefined ? {} : { cursor: { id: filter.cursor }, skip: 1 }),
    }),
    store.db.log.count({ where }),
  ]);
  const logs = rows.slice(0, filter.limit).map(toLogHead);
  return { logs, nextCursor: rows.length > filter.limit ? (logs.at(-1)?.id ?? null) : null, total };
}
