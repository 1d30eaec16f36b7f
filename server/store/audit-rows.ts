import type { AuditRecord } from "./rows";
import type { Store } from "./store";

/** Appends one line. There is no function that changes or deletes one. */
export async function insertAudit(store: Store, record: Omit<AuditRecord, "id">): Promise<void> {
  await store.db.auditEntry.create({ data: { ...record, details: JSON.stringify(record.details ?? null) } });
}

/** Newest first. */
export async function findAuditRows(
  store: Store,
  filter: { subject?: string; action?: string; limit: number },
): Promise<AuditRecord[]> {
  const rows = await store.db.auditEntry.findMany({
    where: {
      ...(filter.subject === undefined ? {} : { subject: filter.subject }),
      ...(filter.action === undefined ? {} : { action: filter.action }),
    },
    orderBy: { id: "desc" },
    take: filter.limit,
  });
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }));
}
