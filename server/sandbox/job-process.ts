import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { ProcessExit } from "./exit-outcome";
import { SANDBOX_LIMITS } from "./limits";
import { findProcessTree, isRunning, type ProcessId, readResidentBytes } from "./process-tree";
import type { ProcessCommand } from "./recipe";

export type JobProcessEvents = {
  onStdout(chunk: Buffer): void;
  onStderr(chunk: Buffer): void;
  /** The tree's resident size went over its limit. */
  onMemoryOver(bytes: number): void;
};

/**
 * One process group: started -> (killing) -> gone. Kill sends SIGTERM to the group, SIGKILL 250 ms later; `gone` resolves
 * when the process has ended, its pipes are closed and no process of its tree runs any more.
 */
export class JobProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #tree = new Map<number, ProcessId>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #closed: Promise<void>;
  readonly #onMemoryOver: JobProcessEvents["onMemoryOver"];
  #isKilling = false;
  #hasExited = false;
  peakRssBytes: number | null = null;
  readonly gone: Promise<ProcessExit & { error: Error | null }>;

  constructor(command: ProcessCommand, events: JobProcessEvents) {
    this.#child = spawn(command.command, command.args, {
      cwd: command.cwd,
      env: command.env,
      detached: true,
      stdio: "pipe",
    });
    this.#child.stdout.on("data", events.onStdout);
    this.#child.stderr.on("data", events.onStderr);
    // The code may close its stdin or die before it reads: that is its choice and shows in how it ends.
    this.#child.stdin.on("error", () => {});
    this.#closed = new Promise((resolve) => {
      this.#child.once("close", () => resolve());
    });
    this.#onMemoryOver = events.onMemoryOver;
    this.#watchMemory();
    this.gone = this.#waitUntilGone();
  }

  /** Writes one line to the code; nothing happens when it no longer reads. */
  write(line: string): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(line);
  }

  /** Tells the code that nothing more comes. */
  endInput(): void {
    this.#child.stdin.end();
  }

  /** Ends the whole group. Safe to call twice. */
  kill(): void {
    if (this.#isKilling || this.#hasExited) return;
    this.#isKilling = true;
    this.#remember();
    this.#signalGroup("SIGTERM");
    this.#later(SANDBOX_LIMITS.terminateGraceMs, () => this.#signalGroup("SIGKILL"));
  }

  #remember(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    for (const id of findProcessTree(pid)) this.#tree.set(id.pid, id);
  }

  #signalGroup(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // ESRCH: the group is already gone. EPERM (macOS): only zombies are left in it.
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code !== "ESRCH" && code !== "EPERM") throw error;
    }
  }

  #later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, ms);
    this.#timers.add(timer);
  }

  /** Looks at the tree's memory now; also done every 100 ms. */
  measure(): void {
    if (this.#hasExited) return;
    this.#remember();
    const resident = readResidentBytes([...this.#tree.values()]);
    if (resident === null) return;
    this.peakRssBytes = Math.max(this.peakRssBytes ?? 0, resident.peak);
    if (resident.now > SANDBOX_LIMITS.treeRssBytesMax) this.#onMemoryOver(resident.now);
  }

  #watchMemory(): void {
    this.#later(SANDBOX_LIMITS.watchMs, () => {
      this.measure();
      if (!this.#hasExited) this.#watchMemory();
    });
  }

  async #waitUntilGone(): Promise<ProcessExit & { error: Error | null }> {
    const exit = await new Promise<ProcessExit & { error: Error | null }>((resolve) => {
      this.#child.once("error", (error) => resolve({ code: null, signal: null, error }));
      this.#child.once("exit", (code, signal) => resolve({ code, signal, error: null }));
    });
    this.#hasExited = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#signalGroup("SIGKILL");
    await this.#waitForPipes();
    await this.#waitForTree();
    for (const timer of this.#timers) clearTimeout(timer);
    return exit;
  }

  /** The pipes close when their last holder ends; after the group kill that is at once. */
  async #waitForPipes(): Promise<void> {
    const { stdout, stderr, stdin, pid } = this.#child;
    if (pid !== undefined) {
      await Promise.race([this.#closed, new Promise<void>((resolve) => this.#later(1_000, resolve))]);
    }
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
  }

  async #waitForTree(): Promise<void> {
    const deadline = Date.now() + 2_000;
    while (Date.now() < deadline && [...this.#tree.values()].some(isRunning)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
