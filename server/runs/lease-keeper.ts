import { renewLeases } from "#server/store/leases";
import type { Store } from "#server/store/store";
import type { AppendAs } from "./event-log";

type Held = { onCancelAsked: () => void; onLost: () => void; isTold: boolean };

/**
 * Keeps this process the owner of what it runs: one statement renews all leases, every `renewMs`. It also hears what
 * other processes ask through the database: a cancel, or that they took a log over.
 */
export type LeaseKeeper = {
  readonly ownerId: string;
  /** When a lease taken or renewed now ends. */
  expiresAt(): Date;
  /** The way to append to a log this process owns. */
  appendAs(): AppendAs;
  /** Watches one owned log. Answers the function that stops watching. */
  hold(id: string, listeners: { onCancelAsked: () => void; onLost: () => void }): () => void;
  [Symbol.asyncDispose](): Promise<void>;
};

export function createLeaseKeeper(options: {
  store: Store;
  ownerId: string;
  leaseMs: number;
  renewMs: number;
  now: () => number;
  log: (line: string) => void;
}): LeaseKeeper {
  const { store, ownerId, leaseMs, renewMs, now, log } = options;
  const held = new Map<string, Held>();
  let renewing: Promise<void> = Promise.resolve();
  const expiresAt = () => new Date(now() + leaseMs);

  function tell(id: string, lease: { isCancelAsked: boolean } | undefined): void {
    const listeners = held.get(id);
    if (listeners === undefined || listeners.isTold || lease?.isCancelAsked === false) return;
    listeners.isTold = true;
    if (lease === undefined) listeners.onLost();
    else listeners.onCancelAsked();
  }

  async function renew(): Promise<void> {
    const asked = [...held.keys()];
    if (asked.length === 0) return;
    const leases = new Map((await renewLeases(store, ownerId, expiresAt())).map((lease) => [lease.id, lease]));
    for (const id of asked) tell(id, leases.get(id));
  }

  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch((error: unknown) => log(`Leases were not renewed: ${String(error)}`));
  }, renewMs);
  timer.unref();

  return {
    ownerId,
    expiresAt,
    appendAs: () => ({ owner: { id: ownerId, leaseExpiresAt: expiresAt() } }),
    hold(id, listeners) {
      const entry = { ...listeners, isTold: false };
      held.set(id, entry);
      return () => {
        if (held.get(id) === entry) held.delete(id);
      };
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await renewing;
    },
  };
}
