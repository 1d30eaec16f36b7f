import { type EntrySummary, toBrokenSummary, toEntrySummary } from "#server/registry/entry-summary";
import type { NewDraft } from "#server/review/review";

/** The row of a name that only a draft has; one that does not load is a draft with errors, mended where it is edited. */
export function toNewDraftSummary(found: NewDraft): EntrySummary {
  if (found.kind === "ok") return toEntrySummary(found.entry, "draft");
  return { ...toBrokenSummary(found.broken), place: "draft", state: "draft" };
}
