/** Lets at most `max` jobs run at once; the others wait in order and may give up. */
export class ConcurrencyGate {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(max: number) {
    this.#free = max;
  }

  /** Resolves with the function that gives the place back, or null when the signal aborted while waiting. */
  async enter(signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted) return null;
    if (this.#free > 0) this.#free--;
    else if (!(await this.#wait(signal))) return null;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const admit = () => {
        signal.removeEventListener("abort", giveUp);
        resolve(true);
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1);
        resolve(false);
      };
      this.#waiting.push(admit);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }
}
