import { type CallContext, runWithin } from "#server/call-context";
import { AppError, toProblem } from "#server/errors";
import { TERMINAL_STATES } from "#server/loop/events";
import type { CapabilityEntry } from "#server/registry/catalog";
import { toNotFound } from "#server/registry/resolve-in-catalog";
import { askCancel, releaseLease } from "#server/store/leases";
import { getLog } from "#server/store/logs";
import { executeCapability } from "./execute-capability";
import type { ExecutionContext, ExecutionPorts } from "./execution-context";
import { createExecutionRecorder } from "./execution-recorder";
import { loadSubject, type Subject } from "./execution-subject";
import { createTally } from "./execution-tally";
import { followLog } from "./follow";
import type { LiveBus } from "./live-bus";
import { toRunSummary } from "./run-summary";
import type { ExecutionOutcome, ExecutionRequest, Executions } from "./runs";

/** Deeper than this a forge of forges is taken for one that calls itself. */
const DEPTH_MAX = 8;
/** Executions that one may start below it, through all levels: loops of loops end here. */
const CHILDREN_MAX = 1_000;
/** How long a cancel waits for the process that owns the execution. */
const CANCEL_WAIT_MS = 30_000;

/** `budget` is one for an execution and all below it. */
type Beginning = { request: ExecutionRequest; outer: AbortSignal | undefined; depth: number; budget: { left: number } };

type Running = { abort: (reason: unknown) => void; done: Promise<ExecutionOutcome> };

type Place = { parentId: string | null; allowDrafts: boolean };

/** Where drafts may run (design.md 6): dry-runs and cases always, a loop's call when its run was started with allow drafts. */
async function findPlace({ store }: ExecutionPorts, request: ExecutionRequest): Promise<Place> {
  const parent = request.parent === undefined ? null : await getLog(store, request.parent.runId);
  const isByHand = request.source === "dry_run" || request.source === "case";
  return { parentId: parent?.id ?? null, allowDrafts: isByHand || (parent?.allowDrafts ?? false) };
}

function assertMayRun(subject: Subject, place: Place): void {
  if (subject.isTrusted || place.allowDrafts) return;
  throw new AppError("draft_refused", `${subject.name} is a draft, and only trusted capabilities run here.`, {
    next: "A person can approve it in Review. Its author can dry-run it on its own page.",
    details: { digest: subject.digest },
  });
}

function getCallable(ports: ExecutionPorts, name: string): CapabilityEntry {
  const catalog = ports.registry.current();
  const entry = catalog.entries.get(name);
  if (entry === undefined) throw toNotFound(catalog, name);
  if (entry.disabled === undefined) return entry;
  throw new AppError("disabled", `${name} cannot run: ${entry.disabled.reason}`, { next: entry.disabled.enabledBy });
}

/** Ids of an execution; those of its run and call are there already when a loop calls it. */
function toCallContext({ executionId, subject }: ExecutionContext): CallContext {
  return { executionId, capability: subject.name };
}

async function recordStart(context: ExecutionContext, place: Place): Promise<void> {
  const { request, subject, recorder, ports } = context;
  const { source, input, by, parent } = request;
  recorder.add({
    type: "execution_started",
    payload: {
      name: subject.name,
      type: subject.contract.type,
      digest: subject.digest,
      isTrusted: subject.isTrusted,
      source,
      input,
      startedBy: by,
      ...(parent === undefined ? {} : { runId: parent.runId, callId: parent.callId }),
      isBuffer: subject.isBuffer,
    },
  });
  recorder.add({ type: "run_state", payload: { state: "running" } });
  await recorder.flush({
    kind: "execution",
    title: subject.name,
    status: "running",
    source,
    digest: subject.digest,
    parentId: place.parentId,
    allowDrafts: place.allowDrafts,
    startedBy: by,
    ownerId: ports.leases.ownerId,
    leaseExpiresAt: ports.leases.expiresAt(),
  });
}

class OwnExecutions implements Executions {
  readonly #ports: ExecutionPorts;
  readonly #bus: LiveBus;
  readonly #running = new Map<string, Running>();

  constructor(ports: ExecutionPorts, bus: LiveBus) {
    this.#ports = ports;
    this.#bus = bus;
  }

  start(request: ExecutionRequest, signal?: AbortSignal) {
    return this.#begin({ request, outer: signal, depth: 0, budget: { left: CHILDREN_MAX } });
  }

  async cancel(id: string, by: string): Promise<void> {
    const execution = this.#running.get(id);
    if (execution === undefined) return this.#cancelElsewhere(id);
    execution.abort({ by });
    await execution.done;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ending = [...this.#running.values()];
    for (const { abort } of ending) abort({ by: "the server, which is stopping" });
    await Promise.all(ending.map(({ done }) => done));
  }

  async #begin(beginning: Beginning): Promise<{ executionId: string; done: Promise<ExecutionOutcome> }> {
    const ports = this.#ports;
    const subject = await loadSubject(ports, beginning.request);
    const place = await findPlace(ports, beginning.request);
    assertMayRun(subject, place);
    const { context, abort } = this.#openContext(beginning, subject);
    const { executionId } = context;
    await recordStart(context, place);
    const letGo = ports.leases.hold(executionId, {
      onCancelAsked: () => abort({ by: "another process" }),
      onLost: () => abort(new AppError("lease_lost", "Another process took this execution over.")),
    });
    const done = runWithin(toCallContext(context), () => this.#runToEnd(context, letGo));
    this.#running.set(executionId, { abort, done });
    return { executionId, done };
  }

  async #runToEnd(context: ExecutionContext, letGo: () => void): Promise<ExecutionOutcome> {
    const { store, leases, report } = this.#ports;
    const { executionId } = context;
    const outcome = await executeCapability(context);
    letGo();
    this.#running.delete(executionId);
    await releaseLease(store, executionId, leases.ownerId).catch((error: unknown) =>
      report(`${executionId}: its lease was not released: ${toProblem(error).message}`),
    );
    return outcome;
  }

  #openContext({ request, outer, depth, budget }: Beginning, subject: Subject) {
    const ports = this.#ports;
    const executionId = request.parent?.executionId ?? ports.newId("execution");
    const own = new AbortController();
    const signal = outer === undefined ? own.signal : AbortSignal.any([outer, own.signal]);
    const recorder = createExecutionRecorder({
      log: ports.log,
      executionId,
      callId: request.parent?.callId,
      appendAs: () => ports.leases.appendAs(),
      onBroken: (error) => own.abort(error),
    });
    const context: ExecutionContext = {
      executionId,
      request,
      subject,
      ports,
      recorder,
      tally: createTally(),
      signal,
      runChild: (child) => this.#runChild({ executionId, request, signal, depth, budget }, child),
    };
    return { context, abort: (reason: unknown) => own.abort(reason) };
  }

  async #runChild(
    parent: Pick<ExecutionContext, "executionId" | "request" | "signal"> & Pick<Beginning, "depth" | "budget">,
    child: Parameters<ExecutionContext["runChild"]>[0],
  ): Promise<ExecutionOutcome> {
    if (parent.depth >= DEPTH_MAX) {
      throw new AppError("conflict", `${child.name} would run ${DEPTH_MAX} levels deep; a forge seems to call itself.`);
    }
    parent.budget.left -= 1;
    if (parent.budget.left < 0) {
      throw new AppError("too_large", `It would start more than ${CHILDREN_MAX} executions.`, {
        next: "Give its loops fewer items.",
      });
    }
    const { digest } = getCallable(this.#ports, child.name);
    const { source, by, cannedSteps } = parent.request;
    const request: ExecutionRequest = {
      source,
      name: child.name,
      subject: { kind: "digest", digest },
      input: child.input,
      by,
      parent: { runId: parent.executionId, callId: child.stepId, executionId: this.#ports.newId("execution") },
      ...(cannedSteps === undefined ? {} : { cannedSteps }),
    };
    const { done } = await this.#begin({
      request,
      outer: parent.signal,
      depth: parent.depth + 1,
      budget: parent.budget,
    });
    return done;
  }

  /** Another process runs it: ask there, then follow its log to the end. */
  async #cancelElsewhere(id: string): Promise<void> {
    const { store, log } = this.#ports;
    const asked = toRunSummary(await askCancel(store, id));
    if (TERMINAL_STATES.has(asked.status)) return;
    const after = { epoch: store.epoch, seq: asked.lastSeq };
    const signal = AbortSignal.timeout(CANCEL_WAIT_MS);
    for await (const { summary } of followLog({ store, bus: this.#bus, log }, { id, after }, signal)) {
      if (TERMINAL_STATES.has(summary.status)) return;
    }
  }
}

/**
 * Executions of one capability: dry-runs, cases, CLI and loop calls. Closing it cancels what runs and waits for the ends
 * to be stored.
 */
export function createExecutions({
  bus,
  ...ports
}: ExecutionPorts & { bus: LiveBus }): Executions & { [Symbol.asyncDispose](): Promise<void> } {
  return new OwnExecutions(ports, bus);
}
