import { randomInt } from "node:crypto";
import { runWithin } from "#server/call-context";
import { validateJson } from "#server/capability/validate-json";
import { AppError, toProblem } from "#server/errors";
import type { CallOutcome, CapabilityCall, CatalogViewOptions, LoopPorts } from "#server/loop/ports";
import { findLog } from "#server/store/logs";
import type { Proposal, ProposalReceipt } from "#server/tools/meta/proposal";
import type { SubAgentTrees } from "#server/tools/subagents/create-sub-agent-trees";
import { callHostTool } from "./call-host-tool";
import type { TurnCatalog } from "./catalog-view";
import type { ExecutionPorts } from "./execution-context";
import { findFinished } from "./find-finished";
import { introspectCatalog } from "./introspect-catalog";
import { queueHostCall, recordModelAnswer } from "./ledger-entries";
import type { MatchCounter } from "./match-counter";
import type { Executions } from "./runs";

export type LoopPortsOptions = {
  runId: string;
  startedBy: string;
  /** Under this name the ledger keeps the loop's own model calls. */
  focusMode: string;
  ports: ExecutionPorts;
  executions: Pick<Executions, "start">;
  views: (options: CatalogViewOptions) => TurnCatalog;
  subAgentTrees: SubAgentTrees;
  propose: RunProposals;
  matches: Pick<MatchCounter, "count">;
};

/** Puts what the model of a run proposes into the review queue. Throws AppError, as `Review.propose` does. */
export type RunProposals = (runId: string, proposal: Proposal) => Promise<ProposalReceipt>;

/** Ends that a stopping or crashed process gave an execution; the run that is resumed runs it again. */
const CUT_SHORT: ReadonlySet<string> = new Set(["interrupted", "E_CANCELLED"]);

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

function randomLetters(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

function toCallOutcome(
  { executionId, ...outcome }: Awaited<Awaited<ReturnType<Executions["start"]>>["done"]>,
  isAborted: boolean,
): CallOutcome {
  const { durationMs } = outcome;
  if (outcome.ok) {
    return {
      kind: "ok",
      output: outcome.output ?? null,
      isPartial: outcome.partial !== undefined,
      executionId,
      durationMs,
    };
  }
  if (isAborted || outcome.problem?.code === "E_CANCELLED") return { kind: "cancelled", executionId, durationMs };
  const problem = outcome.problem ?? { code: "internal", message: "It failed without a reason." };
  return { kind: "failed", problem, executionId, durationMs };
}

/**
 * Everything one run's loop needs of the world, over the store, the models, the registry and the executions.
 * `execute` follows design.md 5: a call whose execution is stored as finished is answered from the log; one that a crash
 * interrupted runs again under an id of its own.
 */
export function createLoopPorts(options: LoopPortsOptions): LoopPorts {
  const { runId, startedBy, focusMode, ports, executions, views, subAgentTrees, propose, matches } = options;
  const { store, log, leases, models } = ports;
  let turn: (TurnCatalog & { allowDrafts: boolean }) | undefined;

  async function findExecutionId(proposed: string): Promise<string> {
    return (await findLog(store, proposed)) === null ? proposed : ports.newId("execution");
  }

  async function runCapability(call: CapabilityCall, signal: AbortSignal): Promise<CallOutcome> {
    const proposed = call.executionId ?? ports.newId("execution");
    const finished = await findFinished(ports, proposed);
    if (finished !== null && !CUT_SHORT.has(finished.outcome.problem?.code ?? "")) {
      return toCallOutcome({ executionId: proposed, ...finished.outcome }, false);
    }
    const { name, digest } = call.capability;
    if (digest === null) throw new Error(`${name} has no digest`);
    const { done } = await executions.start(
      {
        source: "loop",
        name,
        subject: { kind: "digest", digest },
        input: call.input,
        by: startedBy,
        parent: { runId, callId: call.callId, executionId: await findExecutionId(proposed) },
      },
      signal,
    );
    return toCallOutcome(await done, signal.aborted);
  }

  async function runHostTool(call: CapabilityCall, signal: AbortSignal): Promise<CallOutcome> {
    const { name } = call.capability;
    const tool = turn?.catalog.hostTools.get(name);
    if (tool === undefined || turn === undefined || ports.registry.current().hostTools.get(name) !== tool) {
      throw new AppError("disabled", `${name} was removed or replaced while this turn ran.`, {
        next: "The next turn lists what can be called now.",
      });
    }
    const { view, catalog, allowDrafts } = turn;
    const context = {
      view,
      execute: (inner: Pick<CapabilityCall, "capability" | "input">, innerSignal: AbortSignal) => {
        // The id follows from the call, so that a resumed run finds what the first one already ran.
        const executionId = inner.capability.source === "host" ? null : `execution_${runId}_${call.callId}`;
        return execute({ ...inner, callId: call.callId, executionId }, innerSignal);
      },
      // Made when it is asked for: most calls are of tools that never look.
      get introspection() {
        return introspectCatalog(catalog, { subAgentTrees, forLoop: !allowDrafts });
      },
      propose: (proposal: Proposal) => propose(runId, proposal),
    };
    const outcome = await callHostTool(tool, { input: call.input, context }, { signal, now: ports.now });
    queueHostCall(ports, { runId, capability: name, input: call.input }, outcome);
    return outcome;
  }

  async function execute(call: CapabilityCall, signal: AbortSignal): Promise<CallOutcome> {
    const run = call.capability.source === "host" ? runHostTool : runCapability;
    try {
      return await runWithin({ callId: call.callId, capability: call.capability.name }, () => run(call, signal));
    } catch (error) {
      // A refusal to start is what this call came to: the loop goes on with it as an observation.
      return { kind: "failed", problem: toProblem(error), executionId: null, durationMs: 0 };
    }
  }

  return {
    async append(drafts) {
      const stored = await log.append(runId, drafts, leases.appendAs());
      matches.count(drafts);
      return stored;
    },
    now: ports.now,
    newId: ports.newId,
    randomLetters,
    catalog(viewOptions) {
      turn = { ...views(viewOptions), allowDrafts: viewOptions.allowDrafts };
      return turn.view;
    },
    modelLabel: () => models.current().label,
    async askModel(request, askOptions) {
      const answer = await models.ask(request, askOptions);
      await recordModelAnswer(ports, { runId, capability: focusMode, digest: null }, answer);
      return answer;
    },
    execute,
    validate: validateJson,
  };
}
