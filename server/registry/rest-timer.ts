/** Changes that come together, such as the files of one save, are one change: `run` is called after so long a rest, */
const REST_MS = 15;
/** and at the latest so long after the first of them, however long a burst goes on. */
const SETTLE_MS = 80;

export type RestTimer = {
  /** Something changed. */
  touch(): void;
  /** Forgets what was touched; `run` is not called any more for it. */
  stop(): void;
};

/** Makes one call of `run` out of a burst of touches. */
export function createRestTimer(run: () => void): RestTimer {
  let timer: NodeJS.Timeout | undefined;
  let firstAt = 0;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    touch() {
      if (!timer) firstAt = performance.now();
      stop();
      const left = firstAt + SETTLE_MS - performance.now();
      timer = setTimeout(
        () => {
          timer = undefined;
          run();
        },
        Math.max(0, Math.min(REST_MS, left)),
      );
    },
    stop,
  };
}
