import type { Issue } from "./draft-model";

export type FixableIssue = Issue & { fix: string };

/** The findings of one file that say what to write instead, in the order of the text. Pure. */
export function findFixable(issues: readonly Issue[], path: string): FixableIssue[] {
  return issues
    .filter((issue): issue is FixableIssue => issue.fix !== undefined && toFileName(issue.file) === path)
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

function toFileName(path: string): string {
  return path.split("\\").join("/");
}

/** The text with each marked stretch replaced by its fix; a stretch that the text no longer has is left alone. Pure. */
export function applyFixes(text: string, fixes: readonly FixableIssue[]): string {
  const starts = toLineStarts(text);
  const stretches = fixes
    .map((issue) => ({
      start: toOffset(starts, issue.line, issue.column),
      end: toOffset(starts, issue.endLine, issue.endColumn),
      fix: issue.fix,
    }))
    .filter(({ start, end }) => start <= end && end <= text.length)
    // From the end, so that no replacement moves what is still to be replaced.
    .sort((a, b) => b.start - a.start);
  let [fixed, free] = [text, text.length];
  for (const { start, end, fix } of stretches) {
    if (end > free) continue;
    fixed = fixed.slice(0, start) + fix + fixed.slice(end);
    free = start;
  }
  return fixed;
}

function toLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Beyond the text for a line that it does not have. */
function toOffset(starts: readonly number[], line: number, column: number): number {
  const start = starts[line - 1];
  return start === undefined ? Number.POSITIVE_INFINITY : start + column - 1;
}
