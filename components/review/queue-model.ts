import type { ApiOutputs } from "#components/api";

export type Submission = ApiOutputs["review"]["list"][number];
export type Entry = ApiOutputs["catalog"]["get"]["entries"][number];

/** Waiting first, each part newest first. */
export function toQueue(submissions: readonly Submission[]): Submission[] {
  const rank = (submission: Submission) => (submission.status === "waiting" ? 0 : 1);
  return [...submissions].sort((a, b) => rank(a) - rank(b) || Date.parse(b.submittedAt) - Date.parse(a.submittedAt));
}

/** Entries in use whose bytes nobody trusted and that nobody submitted: they came by file. */
export function findDraftsOnDisk(entries: readonly Entry[], submissions: readonly Submission[]): Entry[] {
  const waiting = new Set(submissions.filter((each) => each.status === "waiting").map((each) => each.digest));
  return entries.filter((entry) => entry.state === "draft" && entry.digest !== null && !waiting.has(entry.digest));
}
