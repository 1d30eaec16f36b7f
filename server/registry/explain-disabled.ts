import type { ContractIssue } from "#server/capability/contract";
import type { CapabilityEntry } from "./catalog";
import type { Disabled } from "./load-order";

type Source = CapabilityEntry["source"];

/** Place of a word at or below a top-level key, else of the key, else the top: all that a text tells without a parser. */
function findPlace({ text }: Source, key: string, word: string): Pick<ContractIssue, "line" | "column" | "endColumn"> {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (start === -1) return { line: 1, column: 1, endColumn: 1 };
  const below = lines.findIndex((line, at) => at >= start && line.includes(word));
  if (below === -1) return { line: start + 1, column: 1, endColumn: key.length + 1 };
  const column = (lines[below] ?? "").indexOf(word) + 1;
  return { line: below + 1, column, endColumn: column + word.length };
}

/** An entry that nothing may call, with the finding that says why at its place; its own findings say so already. */
export function disableEntry<Entry extends Pick<CapabilityEntry, "source" | "issues">>(
  entry: Entry,
  { reason, enabledBy, cause }: Disabled,
): Entry & { disabled: { reason: string; enabledBy: string } } {
  const disabled = { reason, enabledBy };
  if (!cause) return { ...entry, disabled };
  // The steps of a tool that is compiled from a skill stand in its frontmatter.
  const key = entry.source.file === "SKILL.md" && cause.key === "steps" ? "tool_schema" : cause.key;
  const place = findPlace(entry.source, key, cause.word);
  const issue: ContractIssue = {
    severity: "error",
    code: cause.code,
    message: `${reason} ${enabledBy}`,
    file: entry.source.file,
    path: key,
    ...place,
    endLine: place.line,
  };
  return { ...entry, disabled, issues: [...entry.issues, issue] };
}
