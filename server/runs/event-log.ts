import { type EventDraft, type EventType, eventPayloads, type RunEvent, type WireEvent } from "#server/loop/events";
import { type AppendRequest, appendEvents, loadEvents } from "#server/store/events";
import type { NewLog } from "#server/store/logs";
import type { EventRow, StoredEvent } from "#server/store/rows";
import type { Store } from "#server/store/store";
import type { LiveBus } from "./live-bus";
import type { Mask } from "./mask-secrets";

/**
 * Who appends: the process as the owner of the log, or anybody to a log that nobody owns. `create` makes the log with
 * these first events.
 */
export type AppendAs = { owner: { id: string; leaseExpiresAt: Date } | null; create?: Omit<NewLog, "id"> };

export type EventLog = {
  /**
   * Masks, checks against the one list of payloads, stores in order, and only after the commit tells the followers.
   * The head of the log follows: its status from the last `run_state`, its turns from the events.
   * Throws lease_lost, not_found, and what the state folder refuses (disk_full, state_read_only).
   */
  append(runId: string, drafts: readonly EventDraft[], as: AppendAs): Promise<RunEvent[]>;
  /** All events with their payloads; those of a type this version does not know are passed over. */
  load(runId: string): Promise<RunEvent[]>;
  /** As sent to a screen: a payload over 16 KiB stays behind its digest. */
  read(runId: string, afterSeq: number, limit: number): Promise<WireEvent[]>;
};

const PAGE = 2_000;

function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventPayloads, type);
}

/** For events whose payload was checked by `append` just now. */
function isAppended(event: StoredEvent): event is StoredEvent & RunEvent {
  return isEventType(event.type);
}

/** For events of the database, which another version may have written. */
function isRunEvent(event: StoredEvent): event is StoredEvent & RunEvent {
  return isEventType(event.type) && eventPayloads[event.type].safeParse(event.payload).success;
}

/** What a screen gets of a stored event; null for a type this version does not know. */
function toWireEvent(event: StoredEvent): WireEvent | null {
  const { type, payload, ...rest } = event;
  if (!isEventType(type)) return null;
  return event.blob_digest === undefined ? { ...rest, type, payload } : { ...rest, type };
}

/**
 * A draft as it is stored: checked against the one list of payloads, then masked. The JSON is made once, searched for what
 * may be a secret, and stored; only where it may hold one is the payload masked value by value and checked again.
 */
function toRow(draft: EventDraft, mask: Mask): EventRow {
  const schema = eventPayloads[draft.type];
  const payload = schema.parse(draft.payload);
  const json = JSON.stringify(payload);
  if (!mask.mayHoldSecret(json)) return { ...draft, payload, json };
  const masked = schema.parse(mask.json(payload));
  return { ...draft, payload: masked, json: JSON.stringify(masked) };
}

function lastStateOf(drafts: readonly EventDraft[]): string | undefined {
  return drafts.findLast((draft) => draft.type === "run_state")?.payload.state;
}

/** The log of runs and executions over the store. `now` is milliseconds since 1970. */
export function createEventLog({
  store,
  bus,
  mask,
  now,
}: {
  store: Store;
  bus: LiveBus;
  mask: Mask;
  now: () => number;
}): EventLog {
  return {
    async append(runId, drafts, { owner, create }) {
      const status = lastStateOf(drafts);
      const request: AppendRequest = {
        runId,
        ownerId: owner?.id ?? null,
        rows: drafts.map((draft) => toRow(draft, mask)),
        ts: now(),
        turns: Math.max(0, ...drafts.map((draft) => draft.turn)),
        ...(create === undefined ? {} : { create }),
        ...(owner ? { leaseExpiresAt: owner.leaseExpiresAt } : {}),
        ...(status === undefined ? {} : { status }),
      };
      const stored = await appendEvents(store, request);
      bus.publish(runId, () => stored.flatMap((event) => toWireEvent(event) ?? []));
      return stored.filter(isAppended);
    },

    async load(runId) {
      const events: RunEvent[] = [];
      for (let afterSeq = 0; ; ) {
        const page = await loadEvents(store, runId, { afterSeq, limit: PAGE, withBlobs: true });
        events.push(...page.filter(isRunEvent));
        const last = page.at(-1);
        if (last === undefined || page.length < PAGE) return events;
        afterSeq = last.seq;
      }
    },

    async read(runId, afterSeq, limit) {
      const stored = await loadEvents(store, runId, { afterSeq, limit, withBlobs: false });
      return stored.flatMap((event) => toWireEvent(event) ?? []);
    },
  };
}
