import type { EventPlace } from "./events";
import type { LoopPorts } from "./ports";

const JOIN_MS = 100;
const JOIN_CHARACTERS = 4096;

export type StreamJoiner = {
  /** Takes text as it arrives. */
  push(delta: string): void;
  /** Resolves when everything handed to the store is stored. Throws what `append` threw. */
  settle(): Promise<void>;
};

/**
 * Stores a model's text while it arrives, at most every 100 ms or 4096 characters (design.md 5). What is left at the end is
 * not stored: `model_result` holds the whole text, so a quick answer costs no `stream` event at all. The first `skip`
 * characters are passed over: an answer asked for again after a crash does not appear twice.
 */
export function createStreamJoiner(
  ports: Pick<LoopPorts, "append" | "now">,
  target: { place: EventPlace; requestId: string; skip: number; onBroken: () => void },
): StreamJoiner {
  let joined = "";
  let skip = target.skip;
  let storedAt = ports.now();
  let storing: Promise<unknown> = Promise.resolve();
  return {
    push(delta) {
      joined += delta.slice(skip);
      skip = Math.max(0, skip - delta.length);
      const now = ports.now();
      if (joined === "" || (now - storedAt < JOIN_MS && joined.length < JOIN_CHARACTERS)) return;
      const payload = { requestId: target.requestId, text: joined };
      joined = "";
      storedAt = now;
      storing = storing.then(() => ports.append([{ ...target.place, type: "stream", payload }]));
      // `settle` throws it; until then it only has to stop the call whose text nobody can store any more.
      storing.catch(target.onBroken);
    },
    async settle() {
      await storing;
    },
  };
}
