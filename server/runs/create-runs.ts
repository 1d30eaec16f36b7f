import { recordAudit } from "#server/audit/record-audit";
import { getCallContext } from "#server/call-context";
import { AppError } from "#server/errors";
import { type EventDraft, type EventPlace, TERMINAL_STATES } from "#server/loop/events";
import { loadBlob } from "#server/store/blobs";
import { askCancel } from "#server/store/leases";
import { findLogs, getLog } from "#server/store/logs";
import type { SubAgentTrees } from "#server/tools/subagents/create-sub-agent-trees";
import { createCatalogViews } from "./catalog-view";
import { classifyMessage } from "./classify-message";
import type { ExecutionPorts } from "./execution-context";
import { followLog } from "./follow";
import type { LiveBus } from "./live-bus";
import { createLoopPorts, type RunProposals } from "./loop-ports";
import type { MatchCounter } from "./match-counter";
import { recoverExpired } from "./recovery";
import { createRunOwner, type RunOwner } from "./run-owner";
import { toRunSummary } from "./run-summary";
import {
  DEFAULT_FOCUS_MODE,
  type EventBatch,
  type Executions,
  type LogPosition,
  type RunPage,
  type RunSummary,
  type Runs,
} from "./runs";

const MESSAGE_CHARACTERS_MAX = 200_000;
/** The list shows the beginning of a message; `run_started` has all of it. */
const TITLE_CHARACTERS_MAX = 500;
/** How long a cancel waits for the process that owns the run. */
const CANCEL_WAIT_MS = 30_000;

export type RunsOptions = ExecutionPorts & {
  bus: LiveBus;
  executions: Pick<Executions, "start" | "cancel">;
  subAgentTrees: SubAgentTrees;
  propose: RunProposals;
  matches: Pick<MatchCounter, "count">;
  /** Runs of this process at once; further ones wait in the queue. */
  runsAtOnce: number;
  /** How often the queue and expired leases are looked at without being woken, milliseconds. */
  lookAgainMs: number;
};

type StartRequest = Parameters<Runs["start"]>[0];

function placeOf(id: string): EventPlace {
  return { turn: 0, task_id: id, parent_task_id: "", span_id: id, parent_span_id: "" };
}

class OwnRuns implements Runs {
  readonly #options: RunsOptions;
  readonly #owner: RunOwner;

  constructor(options: RunsOptions) {
    this.#options = options;
    const views = createCatalogViews(() => options.registry.current());
    const { executions, subAgentTrees, propose, matches, runsAtOnce, lookAgainMs } = options;
    this.#owner = createRunOwner({
      ports: options,
      toLoopPorts: ({ id, startedBy, focusMode }) =>
        createLoopPorts({
          runId: id,
          startedBy,
          focusMode: focusMode ?? DEFAULT_FOCUS_MODE,
          ports: options,
          executions,
          views,
          subAgentTrees,
          propose,
          matches,
        }),
      runsAtOnce,
      lookAgainMs,
    });
  }

  /** Closes what a crash left open and takes what is queued. */
  async recover(): Promise<void> {
    await recoverExpired(this.#options);
    this.#owner.wake();
  }

  async start(request: StartRequest): Promise<{ id: string }> {
    const { store, log, newId } = this.#options;
    const message = request.message.trim();
    const focusMode = request.focusMode ?? DEFAULT_FOCUS_MODE;
    this.#assertCanStart(message, focusMode);
    const id = newId("run");
    await log.append(id, [this.#toStarted({ ...request, message, focusMode }, id), toQueued(id)], {
      owner: null,
      create: {
        kind: "run",
        title: message.slice(0, TITLE_CHARACTERS_MAX),
        status: "queued",
        source: "person",
        focusMode,
        allowDrafts: request.allowDrafts,
        startedBy: request.by,
      },
    });
    if (request.allowDrafts) {
      await recordAudit(store, { actor: request.by, action: "run.start_with_drafts", subject: id });
    }
    this.#owner.wake();
    return { id };
  }

  async resume(id: string, by: string): Promise<void> {
    const { store, log } = this.#options;
    const run = await this.#getRun(id);
    if (run.status !== "interrupted") {
      throw new AppError("conflict", `This run is ${run.status}; only an interrupted run can be resumed.`, {
        next: TERMINAL_STATES.has(run.status) ? "Ask again to start a new run." : "Wait until it ends.",
      });
    }
    await log.append(id, [toQueued(id, by)], { owner: null });
    await recordAudit(store, { actor: by, action: "run.resume", subject: id });
    this.#owner.wake();
  }

  async cancel(id: string, by: string): Promise<void> {
    const { store } = this.#options;
    const log = await this.get(id);
    if (log.kind === "execution") return this.#options.executions.cancel(id, by);
    if (TERMINAL_STATES.has(log.status)) return;
    await recordAudit(store, { actor: by, action: "run.cancel", subject: id });
    if (await this.#owner.cancel(id, by)) return;
    await this.#cancelNotHere(id, by);
  }

  async list(filter: Parameters<Runs["list"]>[0]): Promise<RunPage> {
    const { logs, nextCursor, total } = await findLogs(this.#options.store, filter);
    return { runs: logs.map(toRunSummary), nextCursor, total };
  }

  async get(id: string): Promise<RunSummary> {
    return toRunSummary(await getLog(this.#options.store, id));
  }

  async events(id: string, after: LogPosition | null, limit: number): Promise<EventBatch> {
    const { store, log } = this.#options;
    const afterSeq = after?.epoch === store.epoch ? after.seq : 0;
    const events = await log.read(id, afterSeq, limit);
    return { epoch: store.epoch, events, summary: await this.get(id) };
  }

  follow(id: string, after: LogPosition | null, signal: AbortSignal): AsyncGenerator<EventBatch> {
    return followLog(this.#options, { id, after }, signal);
  }

  async blob(digest: string): Promise<{ text: string; size: number }> {
    const bytes = await loadBlob(this.#options.store, digest);
    if (bytes === null) throw new AppError("not_found", `Nothing is stored under ${digest}.`);
    return { text: Buffer.from(bytes).toString("utf8"), size: bytes.byteLength };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#owner[Symbol.asyncDispose]();
  }

  #assertCanStart(message: string, focusMode: string): void {
    if (message === "") {
      throw new AppError("bad_input", "The question is empty.", { next: "Write what you want to know or have done." });
    }
    if (message.length > MESSAGE_CHARACTERS_MAX) {
      const said = `The question has ${message.length} characters; at most ${MESSAGE_CHARACTERS_MAX} are taken.`;
      throw new AppError("too_large", said, { next: "Give long text to a capability's input instead." });
    }
    const { entries } = this.#options.registry.current();
    if (entries.get(focusMode)?.type === "focus_mode") return;
    const names = [...entries.values()].filter((entry) => entry.type === "focus_mode" && !entry.contract.loop?.hidden);
    throw new AppError("bad_input", `There is no focus mode ${focusMode}.`, {
      next: `Choose one of ${names.map(({ name }) => name).join(", ") || "those that a root holds"}.`,
    });
  }

  #toStarted(request: StartRequest & { focusMode: string }, id: string): EventDraft {
    const { registry, models } = this.#options;
    const { message, focusMode, allowDrafts, by } = request;
    const { tier, reasons, evidence } = classifyMessage(message, registry.current().tree);
    const { label, isPlanner } = models.current();
    const { requestId, sessionId } = getCallContext();
    return {
      ...placeOf(id),
      type: "run_started",
      payload: {
        message,
        focusMode,
        allowDrafts,
        model: label,
        isPlanner,
        maxIterations: registry.current().entries.get(focusMode)?.contract.loop?.max_iterations ?? null,
        startedBy: by,
        tier,
        tierReasons: reasons,
        ...(evidence.length > 0 ? { tierEvidence: evidence } : {}),
        ...(requestId === undefined ? {} : { requestId }),
        ...(sessionId === undefined ? {} : { sessionId }),
      },
    };
  }

  async #getRun(id: string): Promise<RunSummary> {
    const run = await this.get(id);
    if (run.kind === "run") return run;
    throw new AppError("conflict", `${id} is an execution; it cannot be resumed.`, {
      next: "Run the capability again.",
    });
  }

  /** Nobody here runs it: another process does, or it waits, interrupted or in the queue, and is ended by its owner to be. */
  async #cancelNotHere(id: string, by: string): Promise<void> {
    const { store, log } = this.#options;
    const asked = toRunSummary(await askCancel(store, id));
    if (asked.status === "interrupted" || asked.status === "paused") {
      await log.append(id, [toQueued(id, by)], { owner: null });
    }
    this.#owner.wake();
    const after = { epoch: store.epoch, seq: asked.lastSeq };
    for await (const { summary } of this.follow(id, after, AbortSignal.timeout(CANCEL_WAIT_MS))) {
      if (TERMINAL_STATES.has(summary.status)) return;
    }
    throw new AppError("conflict", "The run was asked to stop and has not answered for 30 seconds.", {
      next: "It will end when the process that runs it next looks; the page of the run shows it.",
    });
  }
}

function toQueued(id: string, by?: string): EventDraft {
  return {
    ...placeOf(id),
    type: "run_state",
    payload: { state: "queued", ...(by === undefined ? {} : { by }) },
  };
}

/**
 * The runs of this installation. Closes what a crash left open before it takes the first run. Closing it leaves what
 * runs `interrupted`, to be resumed.
 */
export async function createRuns(options: RunsOptions): Promise<Runs & { [Symbol.asyncDispose](): Promise<void> }> {
  const runs = new OwnRuns(options);
  await runs.recover();
  return runs;
}
