import type { Candidate } from "./candidate";
import type { ImportItem, ImportReport, ImportRequest, SkippedItem } from "./exchange";
import { findDocumentCandidates, findPastedFolder, toFolderFile } from "./find-candidates";
import { groupFiles } from "./group-files";
import { type FoundFolder, findFolderCandidate } from "./import-folders";
import { type GivenName, nameItems } from "./name-items";

/** Capabilities that one import makes at most. */
const ITEMS_MAX = 5_000;

export type ImportProgress = { done: number; total: number };

/** Two files of one path, such as two pasted texts, have items of one key: the second one says that it is. */
function withOwnKeys(candidates: readonly Candidate[]): Candidate[] {
  const times = new Map<string, number>();
  return candidates.map((candidate) => {
    const time = (times.get(candidate.key) ?? 0) + 1;
    times.set(candidate.key, time);
    return time === 1 ? candidate : { ...candidate, key: `${candidate.key} (${time})` };
  });
}

type Found = Omit<ImportReport, "items"> & { candidates: Candidate[] };

function findAll({ files, source, quoted = new Set() }: ImportRequest): Found {
  const { folders, documents } = groupFiles(files);
  const all: Found = { files: [], candidates: [], skipped: [], issues: [] };
  const addFolder = (folder: FoundFolder): void => {
    const found = findFolderCandidate(folder, quoted);
    all.files.push(toFolderFile(folder));
    all.candidates.push(...found.candidates);
    all.skipped.push(...found.skipped);
  };
  for (const folder of folders) addFolder(folder);
  for (const document of documents) {
    const pasted = findPastedFolder(document);
    if (pasted) {
      addFolder(pasted);
      continue;
    }
    const { file, candidates, skipped, issues } = findDocumentCandidates(document, source);
    all.files.push(file);
    all.candidates.push(...candidates);
    all.skipped.push(...skipped);
    all.issues.push(...issues);
  }
  return { ...all, candidates: withOwnKeys(all.candidates) };
}

function toItem(candidate: Candidate, given: GivenName): { item: ImportItem } | { skipped: SkippedItem } {
  const { key, place, source, originalName, format, description, build } = candidate;
  const built = build(given);
  if (built.kind === "skipped") {
    const { kind: _kind, ...rest } = built;
    return { skipped: { key, place, name: originalName, ...rest } };
  }
  const { kind: _kind, ...rest } = built;
  return { item: { key, format, place, source, originalName, description, ...given, ...rest } };
}

/**
 * Imports files into capabilities, one or many, of every format of `IMPORT_FORMATS` (field-notes 2 A, T2, T5, T8, T10 to
 * T13). Yields after each item, so that a caller may let others work and may show how far it is; returns the report. Nothing
 * is skipped without its place and its reason, and the same request gives the same bytes. Never throws for what came in.
 */
export function* importFiles(request: ImportRequest): Generator<ImportProgress, ImportReport> {
  const { candidates, files, skipped, issues } = findAll(request);
  const names = nameItems(candidates, request.names ?? new Map());
  const wanted = candidates.filter(({ key }) => request.only?.has(key) ?? true);
  const total = Math.min(wanted.length, ITEMS_MAX);
  const items: ImportItem[] = [];
  let done = 0;
  for (const candidate of wanted.slice(0, ITEMS_MAX)) {
    const given = names.get(candidate.key);
    if (!given) continue;
    const made = toItem(candidate, given);
    if ("item" in made) items.push(made.item);
    else skipped.push(made.skipped);
    done += 1;
    yield { done, total };
  }
  for (const { key, place, originalName } of wanted.slice(ITEMS_MAX)) {
    const reason = `One import makes at most ${ITEMS_MAX} capabilities.`;
    skipped.push({ key, place, name: originalName, code: "too_many", reason, next: "Split the document." });
  }
  return { files, items, skipped, issues };
}

/** The same at once, for a caller that has nothing else to do meanwhile. */
export function importAll(request: ImportRequest): ImportReport {
  const steps = importFiles(request);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
