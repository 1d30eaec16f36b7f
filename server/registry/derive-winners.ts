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
function warnOfBrokenOverrides({ winners, broken }: Winners, roots: readonly ScannedRoot[]): void {
  const places = new Map(roots.map(({ place }) => [place.path, place]));
  for (const override of broken) {
    const place = places.get(override.rootPath);
    const below = winners.get(override.name);
    const order = below && places.get(below.rootPath)?.order;
    if (!below || place === undefined || order === undefined || place.admission === "pending") continue;
    if (order < place.order) winners.set(below.name, withOverrideWarning(below, override));
  }
}

/** Lets an entry claim its name; of two claims one is shadowed. */
function claim({ winners, shadowed }: Winners, entry: ScannedEntry): void {
  const known = winners.get(entry.name);
  const isKept = known?.rootPath === entry.rootPath && compareClaims(known, entry) < 0;
  if (!isKept) winners.set(entry.name, entry);
  if (known) shadowed.push({ entry: isKept ? entry : known, shadowedBy: "" });
}

/**
 * Decides which entry of each name counts (design.md 4): a later admitted root overrides an earlier one, the overridden
 * stays visible as shadowed, entries of pending roots only as pending. `roots` in rising precedence.
 */
export function deriveWinners(roots: readonly ScannedRoot[]): Winners {
  const result: Winners = { winners: new Map(), shadowed: [], pending: [], broken: [] };
  for (const { place, scan } of roots) {
    for (const folder of scan.folders.values()) {
      if (folder.kind === "broken") result.broken.push(folder.broken);
      else if (place.admission === "pending") result.pending.push(folder.entry);
      else claim(result, folder.entry);
    }
  }
  for (const shadow of result.shadowed) shadow.shadowedBy = result.winners.get(shadow.entry.name)?.folder ?? "";
  warnOfBrokenOverrides(result, roots);
  // A folder that came later stands last among those of its root; the same disk must give the same lists.
  const byFolder = (a: { folder: string }, b: { folder: string }) => (a.folder < b.folder ? -1 : 1);
  result.shadowed.sort((a, b) => byFolder(a.entry, b.entry));
  result.pending.sort(byFolder);
  result.broken.sort(byFolder);
  return result;
}
