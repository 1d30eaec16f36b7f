import { z } from "zod";
import { type HostService, toCallable } from "./host-service";

/** `clock.now {}` answers `{iso, epochMs}` in UTC. Code has no other clock it may rely on, so that a run can be replayed. */
export function createClock(now: () => number): HostService {
  return {
    now: toCallable({
      description: "The time of now as ISO 8601 in UTC and as milliseconds since 1970.",
      input: z.strictObject({}),
      async run() {
        const epochMs = now();
        return { ok: true, data: { iso: new Date(epochMs).toISOString(), epochMs } };
      },
    }),
  };
}
