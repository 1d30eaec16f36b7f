import type { ContractIssue } from "#server/capability/contract";

type Fixable = Pick<ContractIssue, "severity" | "line" | "column" | "endColumn" | "endLine" | "fix">;

/**
 * The text with each error's `fix` in place of the stretch that it marks, and the first of them as before and after. Null
 * when an error has none: then the fixes alone do not mend the text.
 */
export function applyFixes(
  text: string,
  issues: readonly Fixable[],
): { text: string; before: string; after: string } | null {
  const errors = issues.filter(({ severity }) => severity === "error");
  const lines = text.split("\n");
  let first: { before: string; after: string } | null = null;
  for (const { line, endLine, column, endColumn, fix } of errors) {
    const content = lines[line - 1];
    if (fix === undefined || content === undefined || endLine !== line) return null;
    const fixed = content.slice(0, column - 1) + fix + content.slice(endColumn - 1);
    first ??= { before: content, after: fixed };
    lines[line - 1] = fixed;
  }
  return first && { text: lines.join("\n"), ...first };
}
