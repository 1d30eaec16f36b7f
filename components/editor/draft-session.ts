import type { Problem } from "#server/errors";
import {
  applyChange,
  applyReplacement,
  applySaved,
  type DraftState,
  type FileChange,
  isDirty,
  keepMine,
  putMineBack,
  restoreUnsent,
  type StoredDraft,
  startAgain,
  takeTheirs,
  toChanges,
} from "./draft-model";

export type Unsent = { revision: number; changes: FileChange[] };

export type DraftPorts = {
  save: (request: { name: string; revision: number; changes: FileChange[] }) => Promise<StoredDraft>;
  toProblem: (error: unknown) => Problem;
  /** Where changes wait that a closing page could not send. */
  backup: { read: () => Unsent | null; write: (unsent: Unsent | null) => void };
  /** Milliseconds without typing before a save. */
  delayMs: number;
  /** Milliseconds before an unreachable server is asked again. */
  retryMs: number;
};

export type DraftSession = {
  getState: () => DraftState;
  subscribe: (listener: () => void) => () => void;
  /** A typed change, a new file, or with null a deleted one; saved after a pause. */
  change: (change: FileChange) => void;
  /** A change from outside the editors, such as a fix that was taken. */
  replace: (change: FileChange) => void;
  /** Resolves when what was typed until now is stored, or cannot be. */
  saveNow: () => Promise<void>;
  keepMine: () => void;
  takeTheirs: () => void;
  putMineBack: () => void;
  startAgain: () => void;
  /** Keeps in the browser what is not sent; for a page that closes. */
  writeBackup: () => void;
  /** Stops the clock; a later change starts it again. */
  stop: () => void;
};

/** One person's editing of one draft: one save at a time, each naming the revision it saw. */
export function createDraftSession(initial: DraftState, ports: DraftPorts): DraftSession {
  const unsent = ports.backup.read();
  let state = unsent === null ? initial : restoreUnsent(initial, unsent);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const set = (next: DraftState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const schedule = (delay: number) => {
    clearTimeout(timer);
    if (state.save.kind === "waiting" || state.save.kind === "failed") timer = setTimeout(() => void saveNow(), delay);
  };

  const send = async () => {
    const { name, revision } = state;
    const changes = toChanges(state.saved, state.buffer);
    set({ ...state, save: { kind: "saving" } });
    try {
      const draft = await ports.save({ name, revision, changes });
      set(applySaved(state, draft));
      ports.backup.write(null);
      schedule(ports.delayMs);
    } catch (error) {
      const problem = ports.toProblem(error);
      const refusal = toRefusal(problem);
      if (refusal.kind === "conflict" && isSameText(refusal.theirs, state)) {
        // An earlier page of the same person had sent it already.
        set(applySaved(state, refusal.theirs));
        ports.backup.write(null);
        return;
      }
      set({ ...state, save: refusal });
      writeBackup();
      if (problem.code === "unreachable") schedule(ports.retryMs);
    }
  };

  const saveNow = async () => {
    clearTimeout(timer);
    while (running !== null) await running;
    if (!isDirty(state) || state.save.kind === "conflict" || state.save.kind === "gone") return;
    running = send().finally(() => {
      running = null;
    });
    await running;
  };

  const writeBackup = () => {
    const changes = toChanges(state.saved, state.buffer);
    ports.backup.write(changes.length === 0 ? null : { revision: state.revision, changes });
  };
  const apply = (next: DraftState) => {
    set(next);
    schedule(ports.delayMs);
  };
  const resolve = (choose: (state: DraftState, theirs: StoredDraft) => DraftState) => {
    if (state.save.kind === "conflict") apply(choose(state, state.save.theirs));
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      // What an earlier page left unsent goes out once somebody looks.
      schedule(ports.delayMs);
      return () => listeners.delete(listener);
    },
    change: (change) => apply(applyChange(state, change)),
    replace: (change) => apply(applyReplacement(state, change)),
    saveNow,
    keepMine: () => resolve(keepMine),
    takeTheirs: () => {
      resolve(takeTheirs);
      ports.backup.write(null);
    },
    putMineBack: () => apply(putMineBack(state)),
    startAgain: () => apply(startAgain(state)),
    writeBackup,
    stop: () => clearTimeout(timer),
  };
}

function toRefusal(problem: Problem): DraftState["save"] {
  if (problem.code === "conflict" && isStoredDraft(problem.details)) {
    return { kind: "conflict", theirs: toWireDraft(problem.details) };
  }
  return problem.code === "not_found" ? { kind: "gone" } : { kind: "failed", problem };
}

function isSameText(theirs: StoredDraft, { buffer }: DraftState): boolean {
  return toChanges(new Map(theirs.files.map((file) => [file.path, file.text])), buffer).length === 0;
}

function isStoredDraft(value: unknown): value is StoredDraft {
  return typeof value === "object" && value !== null && "revision" in value && "files" in value && "digest" in value;
}

/** The details of a refusal travel outside the output schema; their time may still be a Date in a caller without a wire. */
function toWireDraft(draft: StoredDraft): StoredDraft {
  return { ...draft, updatedAt: new Date(draft.updatedAt).toISOString() };
}
