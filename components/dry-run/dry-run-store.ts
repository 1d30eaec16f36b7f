import type { Subject } from "#server/api/execution/subject";
import type { Problem } from "#server/errors";
import type { Attachment } from "./input-model";

/** Which bytes a press of Run would run, and how they are called. */
export type SubjectChoice = { subject: Subject; label: string };

/** What the pane remembers while its page is open, whichever tab shows. */
export type DryRunState = {
  text: string;
  /** Grows when the text was replaced from outside the field, which then reads it again. */
  resets: number;
  attachments: readonly Attachment[];
  executionId: string | null;
  /** The bytes of that execution in words. */
  ranLabel: string;
  problem: Problem | null;
};

export type DryRunStore = {
  getState: () => DryRunState;
  subscribe: (listener: () => void) => () => void;
  update: (changes: Partial<DryRunState>) => void;
  /** Replaces the input from outside the field: a sample, a stored input. */
  setInput: (input: { text: string; attachments: readonly Attachment[] }) => void;
};

/** One page's dry-run: the input outlives the tab that shows it. */
export function createDryRunStore(text: string): DryRunStore {
  let state: DryRunState = { text, resets: 0, attachments: [], executionId: null, ranLabel: "", problem: null };
  const listeners = new Set<() => void>();
  const update = (changes: Partial<DryRunState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update,
    setInput: (input) => update({ ...input, resets: state.resets + 1, problem: null }),
  };
}
