import { z } from "zod";
import { AppError } from "#server/errors";
import type { SubmissionRecord, SubmissionStatus } from "./rows";
import type { Store } from "./store";

const statusSchema = z.enum(["waiting", "approved", "rejected", "changes_asked", "withdrawn"]);

type SubmissionRow = Omit<SubmissionRecord, "status"> & { status: string };

function toSubmission(row: SubmissionRow): SubmissionRecord {
  return { ...row, status: statusSchema.parse(row.status) };
}

export async function insertSubmission(
  store: Store,
  submission: Omit<SubmissionRecord, "decidedBy" | "decidedAt" | "decisionNote" | "writtenAt">,
): Promise<SubmissionRecord> {
  return toSubmission(await store.db.submission.create({ data: submission }));
}

/**
 * Changes a submission only while it still has the status `from`: of two decisions at once one wins. Answers the changed
 * record, null when its status was another. Throws not_found.
 */
export async function updateSubmission(
  store: Store,
  id: string,
  change: {
    from: SubmissionStatus;
    set: Partial<
      Pick<SubmissionRecord, "status" | "decidedBy" | "decidedAt" | "decisionNote" | "writtenAt" | "targetFolder">
    >;
  },
): Promise<SubmissionRecord | null> {
  const { count } = await store.db.submission.updateMany({ where: { id, status: change.from }, data: change.set });
  const submission = await getSubmission(store, id);
  return count === 0 ? null : submission;
}

/** Newest first. `isWritten` tells approved ones apart by whether their folder holds the digest. */
export async function findSubmissions(
  store: Store,
  filter: { status?: SubmissionStatus; name?: string; isWritten?: boolean } = {},
): Promise<SubmissionRecord[]> {
  const rows = await store.db.submission.findMany({
    where: {
      ...(filter.status === undefined ? {} : { status: filter.status }),
      ...(filter.name === undefined ? {} : { name: filter.name }),
      ...(filter.isWritten === undefined ? {} : { writtenAt: filter.isWritten ? { not: null } : null }),
    },
    orderBy: [{ submittedAt: "desc" }, { id: "desc" }],
  });
  return rows.map(toSubmission);
}

/** Throws not_found. */
export async function getSubmission(store: Store, id: string): Promise<SubmissionRecord> {
  const row = await store.db.submission.findUnique({ where: { id } });
  if (row === null) {
    throw new AppError("not_found", `There is no submission ${id}.`, {
      next: "Look it up on the page Review.",
    });
  }
  return toSubmission(row);
}
