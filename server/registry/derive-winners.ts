import { basename } from "node:path";
import type { ContractIssue } from "#server/capability/contract";
import type { BrokenEntry } from "./catalog";
import type { ScannedEntry } from "./load-entry";
import type { RootPlace } from "./roots";
import type { RootScan } from "./scan-root";

/** A root with what its last scan found. */
export type ScannedRoot = { place: RootPlace; scan: RootScan };

export type Winners = {
  /** One entry a name, of the admitted root of highest precedence that has it. */
  winners: Map<string, ScannedEntry>;
  shadowed: { entry: ScannedEntry; shadowedBy: string }[];
  pending: ScannedEntry[];
  broken: BrokenEntry[];
};

/** Of two folders of one root that claim one name, the one that is called so comes first; else the order of folders. */
function compareClaims(a: ScannedEntry, b: ScannedEntry): number {
  const isOwn = (entry: ScannedEntry) => (basename(entry.folder) === entry.name ? 0 : 1);
  return isOwn(a) - isOwn(b) || (a.folder < b.folder ? -1 : 1);
}

function withOverrideWarning(entry: ScannedEntry, broken: BrokenEntry): ScannedEntry {
  const first = broken.issues[0];
  const why = first ? `${first.file}, line ${first.line}: ${first.message}` : "it cannot be read";
  const issue: ContractIssue = {
    severity: "warning",
    code: "broken_override",
    message: `${broken.folder} would override this entry but is broken (${why}); until it is mended, this one counts.`,
    file: entry.source.file,
    path: "",
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
  };
  return { ...entry, issues: [...entry.issues, issue] };
}

/** A broken override leaves its name to the entry below it, which then says so: nothing falls back in silence. */
function warnOfBrokenOverrides(winners: Map<string, ScannedEntry>, roots: readonly ScannedRoot[]): void {
  const orderOf = new Map(roots.map(({ place }) => [place.path, place]));
  for (const { scan, place } of roots) {
    if (place.admission === "pending") continue;
    for (const folder of scan.folders.values()) {
      if (folder.kind !== "broken") continue;
      const below = winners.get(folder.broken.name);
      const order = below && orderOf.get(below.rootPath)?.order;
      if (below && order !== undefined && order < place.order) {
        winners.set(below.name, withOverrideWarning(below, folder.broken));
      }
    }
  }
}

/**
 * Decides which entry of each name counts (design.md 4): a later admitted root overrides an earlier one, the overridden
 * stays visible as shadowed, entries of pending roots only as pending. `roots` in rising precedence.
 */
export function deriveWinners(roots: readonly ScannedRoot[]): Winners {
  const result: Winners = { winners: new Map(), shadowed: [], pending: [], broken: [] };
  for (const { place, scan } of roots) {
    const folders = [...scan.folders.values()];
    result.broken.push(...folders.flatMap((folder) => (folder.kind === "broken" ? [folder.broken] : [])));
    const entries = folders.flatMap((folder) => (folder.kind === "ok" ? [folder.entry] : [])).sort(compareClaims);
    if (place.admission === "pending") {
      result.pending.push(...entries);
      continue;
    }
    for (const entry of entries) {
      const known = result.winners.get(entry.name);
      if (known?.rootPath === entry.rootPath) result.shadowed.push({ entry, shadowedBy: known.folder });
      else {
        if (known) result.shadowed.push({ entry: known, shadowedBy: entry.folder });
        result.winners.set(entry.name, entry);
      }
    }
  }
  for (const shadow of result.shadowed) {
    shadow.shadowedBy = result.winners.get(shadow.entry.name)?.folder ?? shadow.shadowedBy;
  }
  warnOfBrokenOverrides(result.winners, roots);
  return result;
}
