import type { DraftOf, EventDraft, EventType, RunEvent } from "./events";
import type { LoopPorts } from "./ports";
import type { RunView } from "./run-view";
import { applyEvent, stateOf } from "./state-of";

/**
 * Lets a turn be written as a straight line and still go on from any prefix of its events.
 *
 * A turn says what it records and asks, in order. As long as the log has the next event, the journal answers from the
 * log; from there on it queues. Queued events are stored together, right before the next effect: a request is therefore
 * always stored before its effect, and a turn without a call costs one append. `state` stands where the reading stands,
 * so a resumed turn sees what it saw the first time.
 */
export type Journal = {
  readonly state: RunView;
  /** Records one event and answers it: the stored one where the log has it, else the made one. */
  record<T extends EventType>(type: T, make: () => DraftOf<T>): DraftOf<T>;
  /** The next stored event; undefined where the log ends. Throws LogMismatch when the log says something else. */
  recall<T extends EventType>(type: T): DraftOf<T> | undefined;
  /** The next stored event, left unread; undefined where the log ends. */
  upcoming(): EventDraft | undefined;
  /** Takes the rest of the log as read, for a turn that will not go on. */
  readToEnd(): void;
  /** Queues one event without looking into the log. */
  add(draft: EventDraft): void;
  /** Characters of `stream` text already stored for a request. */
  streamedCharacters(requestId: string): number;
  /** Stores what is queued. Throws what `append` throws. */
  flush(): Promise<void>;
};

/** The log holds another story than the loop tells: an older Capstan wrote it, or somebody closed what was open. */
export class LogMismatch extends Error {
  override readonly name = "LogMismatch";
}

/** Written by the owner of the run between the loop's own events; they change the state and belong to no turn. */
const FOREIGN: ReadonlySet<EventType> = new Set(["stream", "run_state"]);

/** After one of these the next step follows from the state alone, so a turn is never read back from further away. */
const CHECKPOINTS: ReadonlySet<EventType> = new Set([
  "turn_finished",
  "focus_on",
  "lose_focus",
  "success_react_task",
  "fail_react_task",
]);

/** How much of a log the state holds already: everything up to the last checkpoint, `run_started` at least. */
export function checkpointOf(events: readonly RunEvent[]): number {
  return Math.max(1, events.findLastIndex((event) => CHECKPOINTS.has(event.type)) + 1);
}

/**
 * Opens the journal of a run. `events` is everything stored so far, `run_started` first.
 * Contract: `record` and `recall` are synchronous; only `flush` reaches the store.
 */
export function openJournal(events: readonly RunEvent[], ports: Pick<LoopPorts, "append">): Journal {
  const streamed = new Map<string, number>();
  let cursor = checkpointOf(events);
  let state = stateOf(events.slice(0, cursor));
  let queue: EventDraft[] = [];

  /** The next event of the loop itself; foreign ones on the way are applied. */
  const peek = (): RunEvent | undefined => {
    for (let event = events[cursor]; event && FOREIGN.has(event.type); event = events[cursor]) {
      if (event.type === "stream") {
        const { requestId, text } = event.payload;
        streamed.set(requestId, (streamed.get(requestId) ?? 0) + text.length);
      }
      state = applyEvent(state, event);
      cursor += 1;
    }
    return events[cursor];
  };

  const recall = <T extends EventType>(type: T): DraftOf<T> | undefined => {
    const event: EventDraft | undefined = peek();
    if (!event) return undefined;
    if (!isOfType(event, type)) {
      throw new LogMismatch(`event ${cursor + 1} of the log is ${event.type} where the loop records ${type}`);
    }
    cursor += 1;
    state = applyEvent(state, event);
    return event;
  };

  const add = (draft: EventDraft): void => {
    queue.push(draft);
    state = applyEvent(state, draft);
  };

  return {
    get state() {
      peek();
      return state;
    },
    record(type, make) {
      const stored = recall(type);
      if (stored !== undefined) return stored;
      const draft = make();
      add(draft);
      return draft;
    },
    recall,
    upcoming: peek,
    readToEnd() {
      state = events.slice(cursor).reduce<RunView>(applyEvent, state);
      cursor = events.length;
    },
    add,
    streamedCharacters: (requestId) => streamed.get(requestId) ?? 0,
    async flush() {
      if (queue.length === 0) return;
      const drafts = queue;
      queue = [];
      await ports.append(drafts);
    },
  };
}

function isOfType<T extends EventType>(draft: EventDraft, type: T): draft is DraftOf<T> {
  return draft.type === type;
}
