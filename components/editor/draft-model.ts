import type { ApiOutputs } from "#components/api";
import type { Problem } from "#server/errors";

export type CapabilityDetails = Extract<ApiOutputs["capability"]["get"], { kind: "capability" }>;
export type StoredDraft = ApiOutputs["draft"]["save"];
export type Issue = StoredDraft["issues"][number];
export type FileChange = { path: string; text: string | null };

/** Text by path; null for a file that is not text, which the editor keeps and does not show. */
export type FileTexts = ReadonlyMap<string, string | null>;

/**
 * Where saving stands. *clean*: the server has everything. *waiting*: typed, not sent. *saving*: sent. *failed*: refused or
 * unreachable; sent again by the next change, by hand, and by itself when the server did not answer. *conflict*: somebody
 * else saved; nothing is sent until a person chose. *gone*: the draft was discarded or approved elsewhere.
 */
export type SaveState =
  | { kind: "clean" | "waiting" | "saving" | "gone" }
  | { kind: "failed"; problem: Problem }
  | { kind: "conflict"; theirs: StoredDraft };

export type DraftState = {
  name: string;
  /** The newest revision seen; 0 while there is no draft. */
  revision: number;
  /** Digest of the files on disk this page began with. */
  baseDigest: string | null;
  digest: string | null;
  isBehind: boolean;
  updatedBy: string | null;
  savedAt: number | null;
  saved: FileTexts;
  /** What the person sees. */
  buffer: FileTexts;
  issues: readonly Issue[];
  save: SaveState;
  /** Grows when texts were replaced from outside the editors, which then read them again. */
  resets: number;
  /** My texts before theirs were taken, so that nothing is lost. */
  setAside: FileTexts | null;
};

function toTexts(files: readonly { path: string; text: string | null }[]): FileTexts {
  return new Map(files.map((file) => [file.path, file.text]));
}

/** The state a page begins with: the stored draft, else the files on disk, else the one file of a broken capability. */
export function toInitialState(details: CapabilityDetails, draft: StoredDraft | null): DraftState {
  const onDisk =
    details.files.length > 0 || details.source === null
      ? details.files
      : [{ path: toFileName(details.source.file), text: details.source.text }];
  const texts = toTexts(draft?.files ?? onDisk);
  return {
    name: details.name,
    revision: draft?.revision ?? 0,
    baseDigest: draft?.baseDigest ?? details.summary.digest,
    digest: draft?.digest ?? details.summary.digest,
    isBehind: draft?.isBehind ?? false,
    updatedBy: draft?.updatedBy ?? null,
    savedAt: draft ? Date.parse(draft.updatedAt) : null,
    saved: texts,
    buffer: texts,
    issues: draft?.issues ?? details.issues,
    save: { kind: "clean" },
    resets: 0,
    setAside: null,
  };
}

function toFileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** What has to be sent so that the server has the buffer. */
export function toChanges(saved: FileTexts, buffer: FileTexts): FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, text] of buffer) if (text !== null && saved.get(path) !== text) changes.push({ path, text });
  for (const path of saved.keys()) if (!buffer.has(path)) changes.push({ path, text: null });
  return changes;
}

export function isDirty(state: DraftState): boolean {
  return toChanges(state.saved, state.buffer).length > 0;
}

/** A typed change, a new file, or with null a deleted one. */
export function applyChange(state: DraftState, { path, text }: FileChange): DraftState {
  const buffer = new Map(state.buffer);
  if (text === null) buffer.delete(path);
  else buffer.set(path, text);
  const next = { ...state, buffer };
  if (state.save.kind === "conflict" || state.save.kind === "gone" || state.save.kind === "saving") return next;
  return { ...next, save: { kind: isDirty(next) ? "waiting" : "clean" } };
}

/** A change that no editor typed, so that the editors read the text again. */
export function applyReplacement(state: DraftState, change: FileChange): DraftState {
  const next = applyChange(state, change);
  return { ...next, resets: next.resets + 1 };
}

/** The server took what was sent; what was typed meanwhile still waits. */
export function applySaved(state: DraftState, draft: StoredDraft): DraftState {
  const saved = toTexts(draft.files);
  const buffer = new Map(state.buffer);
  // The first save of a broken capability brings the files its page could not list.
  for (const [path, text] of saved) if (!state.saved.has(path) && !buffer.has(path)) buffer.set(path, text);
  const next = { ...state, ...toFacts(draft), saved, buffer };
  return { ...next, save: { kind: isDirty(next) ? "waiting" : "clean" } };
}

function toFacts(draft: StoredDraft) {
  return {
    revision: draft.revision,
    baseDigest: draft.baseDigest,
    digest: draft.digest,
    isBehind: draft.isBehind,
    updatedBy: draft.updatedBy,
    savedAt: Date.parse(draft.updatedAt),
    issues: draft.issues,
  };
}

/** After a conflict: my texts are to be saved over theirs. */
export function keepMine(state: DraftState, theirs: StoredDraft): DraftState {
  const next = { ...state, ...toFacts(theirs), saved: toTexts(theirs.files) };
  return { ...next, save: { kind: isDirty(next) ? "waiting" : "clean" } };
}

/** After a conflict: their texts are shown, mine are set aside. */
export function takeTheirs(state: DraftState, theirs: StoredDraft): DraftState {
  const texts = toTexts(theirs.files);
  return {
    ...state,
    ...toFacts(theirs),
    saved: texts,
    buffer: texts,
    save: { kind: "clean" },
    resets: state.resets + 1,
    setAside: state.buffer,
  };
}

export function putMineBack(state: DraftState): DraftState {
  if (state.setAside === null) return state;
  const next = { ...state, buffer: state.setAside, setAside: null, resets: state.resets + 1 };
  return { ...next, save: { kind: isDirty(next) ? "waiting" : "clean" } };
}

/** The draft is gone from the server: everything in sight begins a new one. */
export function startAgain(state: DraftState): DraftState {
  return { ...state, revision: 0, saved: new Map(), save: { kind: "waiting" } };
}

/** Changes that an earlier page could not send any more; its revision makes the server notice what came between. */
export function restoreUnsent(state: DraftState, unsent: { revision: number; changes: FileChange[] }): DraftState {
  const buffer = new Map(state.buffer);
  for (const { path, text } of unsent.changes) {
    if (text === null) buffer.delete(path);
    else buffer.set(path, text);
  }
  const next = { ...state, buffer, revision: unsent.revision };
  return isDirty(next) ? { ...next, save: { kind: "waiting" } } : state;
}

/** Files in the order an author thinks of them: contract, code, prompts, cases, the rest. */
export function toFileOrder(paths: Iterable<string>): string[] {
  const rank = (path: string) => {
    const order = ["CAPABILITY.yaml", "SKILL.md", "impl/run.mjs", "impl/", "prompts/", "cases.jsonl"];
    const index = order.findIndex((prefix) => path.startsWith(prefix));
    return index === -1 ? order.length : index;
  };
  return [...paths].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** Why a path cannot be the name of a new file; null when it can. */
export function toPathFault(path: string, existing: FileTexts): "empty" | "taken" | "place" | null {
  if (path === "") return "empty";
  if (existing.has(path)) return "taken";
  return /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/.test(path) && !path.split("/").some((part) => /^\.\.?$/.test(part))
    ? null
    : "place";
}
