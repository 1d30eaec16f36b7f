import { findAuditRows, insertAudit } from "#server/store/audit-rows";
import type { AuditRecord } from "#server/store/rows";
import type { Store } from "#server/store/store";

export type AuditLine = {
  /** Id of the person, or "cli", "system". */
  actor: string;
  /** Thing and verb, e.g. "review.approve". */
  action: string;
  /** What was acted on: a name, a digest, a run id, a path. */
  subject: string;
  /** Small JSON facts; never a secret. */
  details?: unknown;
};

/** Appends one line to the audit log. Lines are never changed or deleted. */
export async function recordAudit(store: Store, line: AuditLine): Promise<void> {
  await insertAudit(store, { ...line, details: line.details ?? null, at: new Date() });
}

/** Audit lines, newest first. */
export function findAudit(
  store: Store,
  filter: { subject?: string; action?: string; limit: number },
): Promise<AuditRecord[]> {
  return findAuditRows(store, filter);
}
