import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "#server/errors";
import { isBusy } from "./state-error";

const FIRST_WAIT_MS = 5;
const WAIT_MS_MAX = 200;
const GIVE_UP_MS = 30_000;

/**
 * Runs `attempt` again, with growing pauses, while another process holds the database's lock; the event loop stays
 * free. libsql answers "busy" at once instead of waiting (stack.md, "SQLite driver, measured"), so this is the one
 * place where waiting happens. `attempt` must be safe to repeat: a busy attempt wrote nothing.
 * Throws AppError `conflict` when the lock is still held after 30 s.
 */
export async function withBusyRetry<T>(attempt: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, WAIT_MS_MAX)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - startedAt > GIVE_UP_MS) {
        throw new AppError("conflict", "Another program has held Capstan's database locked for more than 30 seconds.", {
          next: "Close the program that has the database open, for example a backup or a database browser, then try again.",
          cause: error,
        });
      }
    }
    await wait(waitMs);
  }
}
