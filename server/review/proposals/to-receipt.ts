import type { SubmissionRecord } from "#server/store/rows";
import type { ProposalReceipt } from "#server/tools/meta/proposal";

/** What a model is told of its proposal: where it waits, never how it could be decided. */
export function toReceipt({ id, name }: SubmissionRecord): ProposalReceipt {
  return { submission: id, name, status: "waiting", path: `/review/${id}` };
}
