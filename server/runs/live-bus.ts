import type { WireEvent } from "#server/loop/events";

/** Tells followers inside this process about events that were just committed. The log is the source; the bus only wakes. */
export type LiveBus = {
  /** `toEvents` is called only when somebody follows. */
  publish(runId: string, toEvents: () => readonly WireEvent[]): void;
  /** Answers the function that ends the subscription. */
  subscribe(runId: string, listener: (events: readonly WireEvent[]) => void): () => void;
};

/** The embedded bus: the process itself (design.md 8). */
export function createLiveBus(): LiveBus {
  const listeners = new Map<string, Set<(events: readonly WireEvent[]) => void>>();
  return {
    publish(runId, toEvents) {
      const ofRun = listeners.get(runId);
      if (ofRun === undefined) return;
      const events = toEvents();
      for (const listener of ofRun) listener(events);
    },
    subscribe(runId, listener) {
      const ofRun = listeners.get(runId) ?? new Set();
      listeners.set(runId, ofRun.add(listener));
      return () => {
        ofRun.delete(listener);
        if (ofRun.size === 0 && listeners.get(runId) === ofRun) listeners.delete(runId);
      };
    },
  };
}
