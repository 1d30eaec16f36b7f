import type { Step } from "#server/loop/run-view";
import type { Section } from "./section";

/** What to change now: why the answers of this turn were not taken, or that the last action failed. */
export function reflectionSection(rejections: readonly string[], lastStep: Step | undefined): Section {
  if (rejections.length > 0) {
    const last = rejections[rejections.length - 1];
    return { name: "REFLECTION", body: `Your answer was not taken (${rejections.length}x). ${last}` };
  }
  const isFailed = lastStep?.observations.some((seen) => seen.isError) ?? false;
  const body = isFailed
    ? "The last action failed; its reason is the last line of TIMELINE. Do not repeat it unchanged."
    : "";
  return { name: "REFLECTION", body };
}
