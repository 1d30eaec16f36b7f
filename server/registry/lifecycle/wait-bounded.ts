type Bounds = {
  /** Milliseconds. */
  msMax: number;
  /** Gives the job up earlier. */
  signal: AbortSignal;
  /** Called when the job succeeds after it was given up, so that what it opened can be closed. */
  onLate: () => void;
};

/**
 * Waits for `job`, whose signal aborts when it is given up. Throws what the job throws, or a sentence that says how long it
 * was waited for. A job that does not listen goes on in the background.
 */
export async function waitBounded(job: (signal: AbortSignal) => Promise<void>, bounds: Bounds): Promise<void> {
  const { msMax, signal, onLate } = bounds;
  const given = new AbortController();
  const giveUp = (reason: string) => given.abort(new Error(reason));
  const onAbort = () => giveUp("it was given up");
  const timer = setTimeout(() => giveUp(`it did not end within ${msMax / 1_000} s`), msMax);
  signal.addEventListener("abort", onAbort, { once: true });
  const ending = (async () => job(given.signal))();
  const aborted = new Promise<never>((_, reject) => {
    given.signal.addEventListener("abort", () => reject(given.signal.reason), { once: true });
  });
  ending.then(
    () => given.signal.aborted && onLate(),
    () => undefined,
  );
  try {
    await Promise.race([ending, aborted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
