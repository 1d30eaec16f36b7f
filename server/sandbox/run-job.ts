import type { JsonObject, JsonValue } from "#server/capability/json";
import { toErrorText } from "./errors-text";
import { deriveExitFault, type ProcessExit } from "./exit-outcome";
import { type FrameEvent, FrameParser } from "./frames";
import { JobProcess } from "./job-process";
import { SANDBOX_LIMITS } from "./limits";
import type { SandboxErrorCode, SandboxLevel, SandboxOutcome, SandboxPhase, SandboxStats } from "./outcome";
import type { ProcessCommand } from "./recipe";
import { RpcDesk } from "./rpc-desk";
import type { SandboxJob, SandboxPorts } from "./sandbox";
import { type StderrEvent, StderrReader } from "./stderr-reader";

export type JobRun = {
  command: ProcessCommand;
  /** Tells the guard's lines on stderr from the code's. */
  nonce: string;
  level: SandboxLevel;
  job: Pick<SandboxJob, "input" | "limits" | "llmStepIds" | "services">;
  warnings: readonly string[];
  /** False for the self-test's bare box, where no guard says that it is ready. */
  hasGuard: boolean;
};

type Failure = { code: SandboxErrorCode; detail: string; phase: SandboxPhase };

/**
 * One job, from spawn to the last process gone. States: starting (until the guard's ready line) -> running -> answered (a
 * result came; the process may end by itself for 500 ms) -> over. The first failure decides the outcome; what comes after
 * it is not looked at.
 */
class RunningJob {
  readonly #run: JobRun;
  readonly #ports: SandboxPorts;
  readonly #process: JobProcess;
  readonly #parser: FrameParser;
  readonly #stderr: StderrReader;
  readonly #desk: RpcDesk;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #denials = new Set<string>();
  readonly #warnings: string[];
  readonly #startedAt = performance.now();
  #lostDenials = 0;
  #startMs: number | null = null;
  #result: { output: JsonValue } | null = null;
  #failure: Failure | null = null;
  #isStoppedByHost = false;

  constructor(run: JobRun, ports: SandboxPorts) {
    this.#run = run;
    this.#ports = ports;
    this.#warnings = [...run.warnings];
    this.#parser = new FrameParser({
      resultBytesMax: run.job.limits.maxOutputBytes,
      llmStepIds: run.job.llmStepIds,
    });
    this.#stderr = new StderrReader(run.nonce);
    this.#desk = new RpcDesk({
      ports: { callStep: ports.callStep, callService: ports.callService, onDenied: (tried) => this.#addDenial(tried) },
      maxLlmCalls: run.job.limits.maxLlmCalls,
      services: run.job.services,
      answer: (frame) => this.#write(frame),
      onPortError: (error) => this.#warnings.push(`The host could not answer a call: ${String(error)}`),
    });
    this.#process = new JobProcess(run.command, {
      onStdout: (chunk) => this.#readFrames(this.#parser.push(chunk)),
      onStderr: (chunk) => this.#readLog(this.#stderr.push(chunk)),
      onMemoryOver: (bytes) => this.#fail("E_OOM", `${Math.round(bytes / 1_048_576)} MiB in use`),
    });
  }

  async finish(signal: AbortSignal): Promise<SandboxOutcome> {
    const cancel = () => this.#fail("E_CANCELLED", "");
    signal.addEventListener("abort", cancel);
    this.#startTimers();
    this.#parser.markJobSent();
    this.#write({ __frame__: "job", input: this.#run.job.input });
    if (signal.aborted) cancel();
    const exit = await this.#process.gone;
    signal.removeEventListener("abort", cancel);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#readLog(this.#stderr.end());
    await this.#desk.stop();
    return this.#toOutcome(exit);
  }

  #startTimers(): void {
    const { timeoutMs } = this.#run.job.limits;
    if (this.#run.hasGuard) {
      this.#later(SANDBOX_LIMITS.startMs, () => {
        if (this.#startMs === null) this.#fail("E_START_TIMEOUT", `${SANDBOX_LIMITS.startMs} ms`);
      });
    }
    this.#later(timeoutMs, () => {
      if (this.#result !== null) return;
      const hint = this.#parser.hasUnfinishedLine
        ? "its last line on stdout has no line feed"
        : this.#findLoggedFrame();
      this.#fail("E_TIMEOUT", hint === "" ? `${timeoutMs} ms` : `${timeoutMs} ms; ${hint}`);
    });
  }

  #later(ms: number, run: () => void): void {
    this.#timers.push(setTimeout(run, ms));
  }

  #phase(): SandboxPhase {
    if (this.#result !== null) return "after";
    return this.#startMs === null && this.#run.hasGuard ? "start" : "run";
  }

  #fail(code: SandboxErrorCode, detail: string): void {
    if (this.#failure !== null) return;
    this.#failure = { code, detail, phase: this.#phase() };
    this.#stop();
  }

  #stop(): void {
    this.#isStoppedByHost = true;
    void this.#desk.stop();
    this.#process.kill();
  }

  #write(frame: JsonObject): void {
    const line = `${JSON.stringify(frame)}\n`;
    this.#ports.onFrame("to_code", frame, Buffer.byteLength(line));
    this.#process.write(line);
  }

  #readFrames(events: readonly FrameEvent[]): void {
    for (const event of events) {
      if (this.#failure !== null) return;
      if (event.kind === "fault") {
        this.#fail(event.code, event.detail);
        return;
      }
      const { frame } = event;
      this.#ports.onFrame("to_host", frame.raw, event.bytes);
      if (frame.kind === "result") this.#accept(frame.output);
      else {
        const fault = this.#desk.dispatch(frame);
        if (fault !== null) this.#fail(fault.code, fault.detail);
      }
    }
  }

  /** After its result the code has 500 ms to end by itself; waiting calls are given up. */
  #accept(output: JsonValue): void {
    this.#result = { output };
    this.#process.measure();
    void this.#desk.stop();
    this.#process.endInput();
    this.#later(SANDBOX_LIMITS.lingerMs, () => {
      this.#warnings.push(`The code went on for ${SANDBOX_LIMITS.lingerMs} ms after its result and was stopped.`);
      this.#stop();
    });
  }

  #readLog(events: readonly StderrEvent[]): void {
    for (const event of events) {
      if (event.kind === "ready") this.#startMs ??= performance.now() - this.#startedAt;
      else if (event.kind === "denied") this.#addDenial(event.tried);
      else this.#ports.onLog(event.line);
    }
  }

  #addDenial(tried: string): void {
    if (this.#denials.has(tried)) return;
    if (this.#denials.size >= SANDBOX_LIMITS.denialsMax) {
      this.#lostDenials++;
      return;
    }
    this.#denials.add(tried);
    this.#ports.onDenied(tried);
  }

  #findFailure(exit: ProcessExit & { error: Error | null }): Failure | null {
    if (this.#failure !== null) return this.#failure;
    if (exit.error !== null) return { code: "E_SPAWN", detail: exit.error.message, phase: "start" };
    if (this.#isStoppedByHost) return null;
    const hasStarted = this.#run.hasGuard ? this.#startMs !== null : this.#parser.frames > 0;
    const fault = deriveExitFault(exit, { stderr: this.#stderr.text, hasStarted });
    if (fault !== null) return { ...fault, phase: this.#phase() };
    for (const event of this.#parser.end()) {
      if (event.kind === "fault") return { code: event.code, detail: event.detail, phase: this.#phase() };
    }
    if (this.#result !== null) return null;
    return { code: "E_EXIT_NO_RESULT", detail: this.#findLoggedFrame(), phase: "run" };
  }

  /** Says so when frames went to the log: a mistake that is easy to make and hard to see. */
  #findLoggedFrame(): string {
    if (!/^\s*\{.*"__frame__"/m.test(this.#stderr.text)) return "";
    return "a frame was written by console.log, which is the log here; write frames by process.stdout.write";
  }

  #toOutcome(exit: ProcessExit & { error: Error | null }): SandboxOutcome {
    const failure = this.#findFailure(exit);
    const stats = this.#toStats();
    if (failure === null && this.#result !== null) return { kind: "ok", output: this.#result.output, stats };
    const { code, detail, phase } = failure ?? { code: "E_EXIT_NO_RESULT" as const, detail: "", phase: "run" as const };
    return { kind: "failed", code, ...toErrorText(code, detail), phase, stats };
  }

  #toStats(): SandboxStats {
    if (this.#stderr.droppedBytes > 0) {
      this.#warnings.push(`${this.#stderr.droppedBytes} bytes of the log after the first 64 KiB were dropped.`);
    }
    if (this.#stderr.untoldLines > 0) {
      this.#warnings.push(
        `${this.#stderr.untoldLines} lines of the log after the first ${SANDBOX_LIMITS.logLinesMax} are in its whole text only.`,
      );
    }
    if (this.#lostDenials > 0) {
      this.#warnings.push(
        `${this.#lostDenials} more denials after the first ${SANDBOX_LIMITS.denialsMax} are not listed.`,
      );
    }
    return {
      level: this.#run.level,
      durationMs: performance.now() - this.#startedAt,
      startMs: this.#startMs,
      peakRssBytes: this.#process.peakRssBytes,
      frames: this.#parser.frames,
      llmCalls: this.#desk.llmCalls,
      cacheHits: this.#desk.cacheHits,
      denials: [...this.#denials],
      warnings: this.#warnings,
      stderr: this.#stderr.text,
    };
  }
}

/**
 * Runs one job in one process and resolves when the last process of it is gone. Contract: never throws; a failure of the
 * code is a value; after an abort nothing of it runs when this resolves with E_CANCELLED.
 */
export async function runJob(run: JobRun, ports: SandboxPorts, signal: AbortSignal): Promise<SandboxOutcome> {
  try {
    return await new RunningJob(run, ports).finish(signal);
  } catch (error) {
    // spawn itself may throw (no processes or memory left): to the caller that is one more way not to start.
    return toFailedOutcome("E_SPAWN", error instanceof Error ? error.message : String(error), run.level);
  }
}

type FailedOutcome = Extract<SandboxOutcome, { kind: "failed" }>;

/** A failure before any process ran. */
export function toFailedOutcome(code: SandboxErrorCode, detail: string, level: SandboxLevel): FailedOutcome {
  const stats: SandboxStats = {
    level,
    durationMs: 0,
    startMs: null,
    peakRssBytes: null,
    frames: 0,
    llmCalls: 0,
    cacheHits: 0,
    denials: [],
    warnings: [],
    stderr: "",
  };
  return { kind: "failed", code, ...toErrorText(code, detail), phase: "start", stats };
}
