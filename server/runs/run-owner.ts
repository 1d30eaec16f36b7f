import { type CallContext, runInContext } from "#server/call-context";
import { isAppError, toProblem } from "#server/errors";
import type { EventDraft, EventPlace, RunEvent } from "#server/loop/events";
import type { LoopPorts } from "#server/loop/ports";
import { runLoop } from "#server/loop/run-loop";
import { claimNextRun, releaseLease } from "#server/store/leases";
import type { LogHead } from "#server/store/rows";
import type { ExecutionPorts } from "./execution-context";
import { recoverExpired } from "./recovery";

/**
 * Takes queued runs and runs them, at most `runsAtOnce` at a time. A run is: queued, then owned and running here, then
 * ended or given back. It looks at the queue when it is woken, and every `lookAgainMs` for runs that another process
 * queued or left behind.
 */
export type RunOwner = {
  /** Says that something was queued. */
  wake(): void;
  /** Aborts a run of this process and resolves when it ended; false when it runs elsewhere or not at all. */
  cancel(id: string, by: string): Promise<boolean>;
  /** Ends nothing for good: what runs is left `interrupted`, so that it can be resumed. */
  [Symbol.asyncDispose](): Promise<void>;
};

type Owned = { cancel: AbortController; stop: AbortController; done: Promise<void> };

function placeOf(runId: string): EventPlace {
  return { turn: 0, task_id: runId, parent_task_id: "", span_id: runId, parent_span_id: "" };
}

function toInterruption(runId: string): EventDraft {
  const reason = "The server was stopped while it ran.";
  return { ...placeOf(runId), type: "run_state", payload: { state: "interrupted", reason } };
}

/** A run begins anew here: it carries its own ids, never those of whoever woke the queue. */
function contextOf(runId: string, [first]: readonly RunEvent[]): CallContext {
  if (first?.type !== "run_started") return { runId };
  const { requestId, sessionId } = first.payload;
  return {
    runId,
    ...(requestId === undefined ? {} : { requestId }),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

/** What the loop could not say itself: it threw. */
function toFailure(error: unknown, runId: string): EventDraft[] {
  const problem = toProblem(error);
  const place = placeOf(runId);
  return [
    { ...place, type: "error", payload: { problem } },
    { ...place, type: "fail_react_task", payload: { reason: problem.message, problem } },
    { ...place, type: "run_state", payload: { state: "failed", reason: problem.message } },
    { ...place, type: "result", payload: { result: problem.message, success: false, finished: true } },
  ];
}

export type RunOwnerOptions = {
  ports: ExecutionPorts;
  toLoopPorts: (run: LogHead) => LoopPorts;
  runsAtOnce: number;
  lookAgainMs: number;
};

class OwnRunOwner implements RunOwner {
  readonly #options: RunOwnerOptions;
  readonly #owned = new Map<string, Owned>();
  readonly #timer: NodeJS.Timeout;
  #taking: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: RunOwnerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), options.lookAgainMs);
    this.#timer.unref();
  }

  wake(): void {
    this.#taking = this.#taking.then(() => this.#takeAll()).catch((error: unknown) => this.#report("queue", error));
  }

  async cancel(id: string, by: string): Promise<boolean> {
    const owned = this.#owned.get(id);
    if (owned === undefined) return false;
    owned.cancel.abort({ by });
    await owned.done;
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#taking;
    const ending = [...this.#owned.values()];
    for (const { stop } of ending) stop.abort();
    await Promise.all(ending.map(({ done }) => done));
  }

  #report(what: string, error: unknown): void {
    this.#options.ports.report(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  #look(): void {
    this.#taking = this.#taking
      .then(async () => {
        await recoverExpired(this.#options.ports);
        await this.#takeAll();
      })
      .catch((error: unknown) => this.#report("recovery", error));
  }

  async #takeAll(): Promise<void> {
    const { ports, runsAtOnce } = this.#options;
    const { store, leases, now } = ports;
    while (!this.#isClosed && this.#owned.size < runsAtOnce) {
      const claim = { ownerId: leases.ownerId, now: new Date(now()), expiresAt: leases.expiresAt() };
      const run = await claimNextRun(store, claim);
      if (run === null) return;
      this.#own(run);
    }
  }

  #own(run: LogHead): void {
    const cancel = new AbortController();
    const stop = new AbortController();
    const letGo = this.#options.ports.leases.hold(run.id, {
      onCancelAsked: () => cancel.abort({ by: "another process" }),
      onLost: () => stop.abort(),
    });
    if (run.cancelAsked) cancel.abort({ by: "a person" });
    const done = this.#run(run, { cancel, stop }).finally(() => {
      letGo();
      this.#owned.delete(run.id);
      if (!this.#isClosed) this.wake();
    });
    this.#owned.set(run.id, { cancel, stop, done });
  }

  async #run(run: LogHead, { cancel, stop }: Pick<Owned, "cancel" | "stop">): Promise<void> {
    const { ports, toLoopPorts } = this.#options;
    try {
      const loopPorts = stoppable(toLoopPorts(run), stop.signal);
      const signal = AbortSignal.any([cancel.signal, stop.signal]);
      const events = await ports.log.load(run.id);
      await runInContext(contextOf(run.id, events), () => runLoop(events, loopPorts, { signal }));
    } catch (error) {
      if (stop.signal.aborted) await this.#append(run.id, [toInterruption(run.id)]);
      else if (!isLeaseLost(error)) {
        this.#report(run.id, error);
        await this.#append(run.id, toFailure(error, run.id));
      }
    }
    await releaseLease(ports.store, run.id, ports.leases.ownerId).catch((error: unknown) =>
      this.#report(run.id, error),
    );
  }

  /** Who lost the run has nothing to say about it any more. */
  async #append(runId: string, drafts: EventDraft[]): Promise<void> {
    const { log, leases } = this.#options.ports;
    await log.append(runId, drafts, leases.appendAs()).catch((error: unknown) => {
      if (!isLeaseLost(error)) this.#report(runId, error);
    });
  }
}

function isLeaseLost(error: unknown): boolean {
  return isAppError(error) && error.code === "lease_lost";
}

/** After `stop` the loop writes nothing more: its log stays as a crash would leave it, and the run can be resumed. */
function stoppable(ports: LoopPorts, stop: AbortSignal): LoopPorts {
  return {
    ...ports,
    append(drafts) {
      stop.throwIfAborted();
      return ports.append(drafts);
    },
  };
}

export function createRunOwner(options: RunOwnerOptions): RunOwner {
  return new OwnRunOwner(options);
}
