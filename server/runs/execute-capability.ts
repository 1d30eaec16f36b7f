import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "#server/capability/json";
import { type Problem, toProblem } from "#server/errors";
import type { PayloadOf } from "#server/loop/events";
import type { ExecutionContext, StepOutcome } from "./execution-context";
import { findFinished, findRecentExecutions } from "./find-finished";
import { recordExecution } from "./ledger-entries";
import { findSchemaProblem, runCode } from "./run-code";
import { runForge, runLlmStep } from "./run-forge";
import type { ExecutionOutcome } from "./runs";

const IMPL = "impl/run.mjs";

const CANCELLED: Problem = {
  code: "E_CANCELLED",
  message: "It was cancelled; its process is gone.",
  next: "Run it again when you want the result.",
};

/** The program of a tool or forge: its one file, else its steps on the host (design.md 4). */
function runProgram(context: ExecutionContext, input: JsonValue): Promise<StepOutcome> {
  const { contract, files } = context.subject;
  const hasChildren = contract.steps.some(({ kind }) => kind === "capability");
  if (files.has(IMPL) && !hasChildren) return runCode(context, { entry: IMPL, input });
  const [only] = contract.steps;
  if (contract.type === "tool" && contract.steps.length === 1 && only?.kind === "llm") {
    return runLlmStep(context, only, input);
  }
  if (contract.steps.length > 0) return runForge(context, input);
  return Promise.resolve({
    kind: "failed",
    problem: {
      code: "E_SPAWN",
      message: `${context.subject.name} has neither ${IMPL} nor steps, so there is nothing to run.`,
      next: `Write ${IMPL}, or declare steps in the contract.`,
    },
  });
}

/** An answer of the same bytes to the same input that is still fresh enough to be given again (idempotency). */
async function findRepeat(context: ExecutionContext): Promise<StepOutcome | null> {
  const { request, subject, ports, tally } = context;
  const ttlMs = subject.contract.idempotency?.ttl_ms;
  if (ttlMs === undefined || request.source === "dry_run" || request.source === "case") return null;
  const since = new Date(ports.now() - ttlMs);
  for (const executionId of await findRecentExecutions(ports, { digest: subject.digest, since })) {
    const earlier = await findFinished(ports, executionId);
    if (earlier?.outcome.ok !== true || earlier.outcome.partial || !isDeepStrictEqual(earlier.input, request.input)) {
      continue;
    }
    tally.warn(`Answered by execution ${executionId} of the last ${ttlMs / 1_000} s (idempotency); nothing was run.`);
    return { kind: "ok", output: earlier.outcome.output ?? null };
  }
  return null;
}

async function runChecked(context: ExecutionContext): Promise<StepOutcome & { output?: JsonValue }> {
  const { request, subject, signal } = context;
  const { input: inputSchema, output: outputSchema } = subject.contract.contract;
  const inputProblem = findSchemaProblem("input", inputSchema, request.input);
  if (inputProblem !== null) return { kind: "failed", problem: inputProblem };
  const repeat = await findRepeat(context);
  if (repeat !== null) return repeat;
  const outcome = await runProgram(context, request.input);
  if (outcome.kind !== "ok") return outcome;
  if (signal.aborted) return { kind: "cancelled" };
  const outputProblem = findSchemaProblem("output", outputSchema, outcome.output);
  return outputProblem === null ? outcome : { kind: "failed", problem: outputProblem, output: outcome.output };
}

function toFinished(
  context: ExecutionContext,
  outcome: StepOutcome & { output?: JsonValue },
  startedAt: number,
): PayloadOf<"execution_finished"> {
  const { partial, stderr, ...totals } = context.tally.totals;
  const problem = outcome.kind === "failed" ? outcome.problem : outcome.kind === "cancelled" ? CANCELLED : undefined;
  return {
    ...totals,
    ok: outcome.kind === "ok",
    durationMs: Math.max(0, context.ports.now() - startedAt),
    ...(outcome.kind === "cancelled" || outcome.output === undefined ? {} : { output: outcome.output }),
    ...(problem === undefined ? {} : { problem }),
    ...(partial === undefined ? {} : { partial }),
    ...(stderr === "" ? {} : { stderr }),
    ...(outcome.kind === "failed" && outcome.phase !== undefined ? { phase: outcome.phase } : {}),
  };
}

async function recordEnd(
  context: ExecutionContext,
  kind: StepOutcome["kind"],
  finished: PayloadOf<"execution_finished">,
): Promise<void> {
  const { recorder, signal } = context;
  const state = ({ ok: "completed", failed: "failed", cancelled: "cancelled" } as const)[kind];
  const reason: unknown = signal.reason;
  const by = kind === "cancelled" && typeof reason === "object" && reason !== null && "by" in reason ? reason.by : null;
  recorder.add({ type: "execution_finished", payload: finished });
  recorder.add({
    type: "run_state",
    payload: {
      state,
      ...(finished.problem === undefined ? {} : { reason: finished.problem.message }),
      ...(typeof by === "string" ? { by } : {}),
    },
  });
  const result = finished.output ?? finished.problem?.message ?? null;
  recorder.add({ type: "result", payload: { result, success: finished.ok, finished: true } });
  await recorder.flush();
}

/**
 * Runs one execution whose `execution_started` is stored, to its last event. Whatever happens inside is an outcome:
 * wrong input (nothing runs), failing code, an output that breaks the contract, cancel.
 * Contract: never throws. When the log can no longer be written, the outcome says so and nothing more is stored.
 */
export async function executeCapability(context: ExecutionContext): Promise<ExecutionOutcome> {
  const { executionId, ports } = context;
  const startedAt = ports.now();
  try {
    const outcome = await runChecked(context).catch((error: unknown): StepOutcome => {
      ports.report(`${executionId}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return { kind: "failed", problem: toProblem(error) };
    });
    const finished = toFinished(context, outcome, startedAt);
    await recordEnd(context, outcome.kind, finished);
    await recordExecution(context, finished);
    return { executionId, ...finished };
  } catch (error) {
    ports.report(`${executionId}: its end could not be stored: ${String(error)}`);
    return { executionId, ...toFinished(context, { kind: "failed", problem: toProblem(error) }, startedAt) };
  }
}
