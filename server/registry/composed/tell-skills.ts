import type { ContractIssue } from "#server/capability/contract";
import type { CapabilityEntry } from "#server/registry/catalog";
import { disableEntry } from "#server/registry/explain-disabled";
import type { Disabled } from "#server/registry/load-order";

/** Findings that the parser of the skill has made already. */
const TOLD = new Set(["composed_schema", "composed_reference"]);

function findIssues(
  skill: CapabilityEntry,
  tools: ReadonlyMap<string, CapabilityEntry>,
  refused: ReadonlyMap<string, Disabled>,
): ContractIssue[] {
  const refusal = refused.get(skill.name);
  if (refusal) return disableEntry({ source: skill.source, issues: [] }, refusal).issues.slice();
  return (tools.get(skill.name)?.issues ?? []).filter(({ code }) => !TOLD.has(code));
}

/**
 * Adds to each skill what is wrong with the tool it compiles to: its frontmatter is where that is mended. The skill's text
 * can be loaded all the same.
 */
export function tellSkills(
  winners: readonly CapabilityEntry[],
  refused: ReadonlyMap<string, Disabled>,
): CapabilityEntry[] {
  const tools = new Map(
    winners.flatMap((entry): [string, CapabilityEntry][] =>
      entry.composedFrom === undefined ? [] : [[entry.composedFrom, entry]],
    ),
  );
  return winners.map((entry) => {
    if (entry.type !== "skill") return entry;
    const issues = findIssues(entry, tools, refused);
    return issues.length === 0 ? entry : { ...entry, issues: [...entry.issues, ...issues] };
  });
}
