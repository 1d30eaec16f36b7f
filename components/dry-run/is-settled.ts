type Listed = { id: string; status: string };

const GOES_ON: ReadonlySet<string> = new Set(["queued", "running"]);

/** Whether a list of executions holds the newest one, if there is one, and none of them goes on. Pure. */
export function isSettled(listed: readonly Listed[], newest: string | null): boolean {
  return (
    (newest === null || listed.some(({ id }) => id === newest)) && !listed.some(({ status }) => GOES_ON.has(status))
  );
}
