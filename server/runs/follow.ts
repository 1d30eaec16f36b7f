import { TERMINAL_STATES, type WireEvent } from "#server/loop/events";
import { getLog } from "#server/store/logs";
import type { Store } from "#server/store/store";
import type { EventLog } from "./event-log";
import type { LiveBus } from "./live-bus";
import { toRunSummary } from "./run-summary";
import type { EventBatch, LogPosition, RunSummary } from "./runs";

const PAGE = 500;
/** A follower that reads slower than this many events behind drops what it was told and reads the log again. */
const PENDING_MAX = 2_000;
/** Another process may own the log; its events reach no bus here. */
const LOOK_AGAIN_MS = 1_000;

type Inbox = {
  /** Live events that directly follow `last`; empty when there is a gap or nothing new. */
  takeAfter(last: number): WireEvent[];
  /** Resolves when something arrived, the signal aborted, or it is time to look into the log again. */
  wait(signal: AbortSignal): Promise<void>;
  [Symbol.dispose](): void;
};

function openInbox(bus: LiveBus, runId: string): Inbox {
  let pending: WireEvent[] = [];
  let wake: (() => void) | undefined;
  const unsubscribe = bus.subscribe(runId, (events) => {
    pending.push(...events);
    if (pending.length > PENDING_MAX) pending = pending.slice(-1);
    wake?.();
  });
  return {
    takeAfter(last) {
      const fresh = pending.filter(({ seq }) => seq > last);
      pending = [];
      return fresh[0]?.seq === last + 1 ? fresh : [];
    },
    async wait(signal) {
      if (pending.length > 0 || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", finish);
          wake = undefined;
          resolve();
        };
        const timer = setTimeout(finish, LOOK_AGAIN_MS);
        signal.addEventListener("abort", finish, { once: true });
        wake = finish;
      });
    },
    [Symbol.dispose]: unsubscribe,
  };
}

/** A terminal status alone is not the end: `result` may come with the next append. */
async function hasEnded(log: EventLog, { id, status, lastSeq }: RunSummary): Promise<boolean> {
  if (!TERMINAL_STATES.has(status)) return false;
  const [final] = await log.read(id, lastSeq - 1, 1);
  return final?.type === "result";
}

export type FollowPorts = { store: Store; bus: LiveBus; log: EventLog };

/**
 * The log from a position and then live, ending after the last event of a log that ended. The first batch comes at once,
 * also when it is empty, so that a screen has the summary.
 *
 * Listen first, read the backlog second, and let one filter, `seq > last`, decide for both: every follower ends equal to
 * the log, without gap or duplicate (design.md 5). What the bus says is taken only when it directly follows; else the
 * log is read. Throws not_found.
 */
export async function* followLog(
  { store, bus, log }: FollowPorts,
  request: { id: string; after: LogPosition | null },
  signal: AbortSignal,
): AsyncGenerator<EventBatch> {
  using inbox = openInbox(bus, request.id);
  let last = request.after?.epoch === store.epoch ? request.after.seq : 0;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const live = inbox.takeAfter(last);
    const events = live.length > 0 ? live : await log.read(request.id, last, PAGE);
    const summary = toRunSummary(await getLog(store, request.id));
    last = events.at(-1)?.seq ?? last;
    if (isFirst || events.length > 0) yield { epoch: store.epoch, events, summary };
    if (events.length > 0) continue;
    if (last >= summary.lastSeq && (await hasEnded(log, summary))) return;
    await inbox.wait(signal);
  }
}
