import { SANDBOX_LIMITS } from "./limits";

export type StderrEvent = { kind: "ready" } | { kind: "denied"; tried: string } | { kind: "log"; line: string };

const LINE_FEED = 0x0a;

/**
 * Splits stderr into the code's log lines and the guard's private lines (told by a nonce the code never sees). Keeps the
 * first 64 KiB of the code's own text and tells the first 1,000 lines one by one; the rest is counted (sandbox.md 5).
 */
export class StderrReader {
  readonly #marker: string;
  #pending: Buffer = Buffer.alloc(0);
  #kept = "";
  #keptBytes = 0;
  droppedBytes = 0;
  /** Lines that are in `text` but were not told one by one. */
  untoldLines = 0;
  #lines = 0;

  constructor(nonce: string) {
    this.#marker = `\u0001${nonce} `;
  }

  get text(): string {
    return this.#kept;
  }

  push(chunk: Buffer): StderrEvent[] {
    const events: StderrEvent[] = [];
    let rest = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      this.#readLine(rest.subarray(0, end), true, events);
      rest = rest.subarray(end + 1);
    }
    if (rest.length > SANDBOX_LIMITS.stderrBytesMax) {
      this.#readLine(rest, false, events);
      rest = Buffer.alloc(0);
    }
    this.#pending = rest;
    return events;
  }

  end(): StderrEvent[] {
    const events: StderrEvent[] = [];
    if (this.#pending.length > 0) this.#readLine(this.#pending, false, events);
    this.#pending = Buffer.alloc(0);
    return events;
  }

  #readLine(bytes: Buffer, hasLineFeed: boolean, events: StderrEvent[]): void {
    const line = bytes.toString("utf8");
    const marked = line.indexOf(this.#marker);
    if (marked !== -1) {
      // Text without a line feed may stand before the guard's line.
      if (marked > 0) this.#keep(line.slice(0, marked), false, events);
      const [kind, ...detail] = line.slice(marked + this.#marker.length).split(" ");
      if (kind === "ready") events.push({ kind: "ready" });
      else if (kind === "denied") events.push({ kind: "denied", tried: detail.join(" ").trim() });
      return;
    }
    this.#keep(line, hasLineFeed, events);
  }

  #keep(line: string, hasLineFeed: boolean, events: StderrEvent[]): void {
    const whole = Buffer.from(hasLineFeed ? `${line}\n` : line);
    const room = SANDBOX_LIMITS.stderrBytesMax - this.#keptBytes;
    if (room <= 0) {
      this.droppedBytes += whole.length;
      return;
    }
    const part = whole.subarray(0, room);
    this.droppedBytes += whole.length - part.length;
    this.#keptBytes += part.length;
    this.#kept += part.toString("utf8");
    if (++this.#lines > SANDBOX_LIMITS.logLinesMax) this.untoldLines++;
    else events.push({ kind: "log", line: part.toString("utf8").replace(/\n$/, "") });
  }
}
