import type { PayloadOf } from "#server/loop/events";
import type { ModelAnswer } from "#server/model/model";
import type { LedgerRecord } from "#server/store/rows";
import type { ExecutionContext, ExecutionPorts } from "./execution-context";

type LedgerPorts = Pick<ExecutionPorts, "ledger" | "report" | "now">;

/** Records it; a ledger that cannot be written never changes how a run ends, so it is only reported. */
async function recordEntry(ports: LedgerPorts, entry: Omit<LedgerRecord, "at">): Promise<void> {
  try {
    await ports.ledger.record({ ...entry, at: new Date(ports.now()) });
  } catch (error) {
    ports.report(`The ledger line of ${entry.runId} was not written: ${String(error)}`);
  }
}

/** The record of one model call of a run or execution. */
export async function recordModelAnswer(
  ports: LedgerPorts,
  place: { runId: string; capability: string; digest: string | null },
  answer: ModelAnswer,
): Promise<void> {
  await recordEntry(ports, {
    ...place,
    kind: "model_call",
    model: answer.model,
    level: null,
    ok: answer.kind === "ok",
    durationMs: Math.round(answer.durationMs),
    llmCalls: 1,
    cacheHits: 0,
    inputTokens: answer.usage.inputTokens ?? 0,
    outputTokens: answer.usage.outputTokens ?? 0,
    costUsd: answer.usage.costUsd,
    error: answer.kind === "failed" ? answer.problem.code : null,
  });
}

/** The record of one model call of an llm step. */
export function recordModelCall({ ports, executionId, subject }: ExecutionContext, answer: ModelAnswer): Promise<void> {
  return recordModelAnswer(ports, { runId: executionId, capability: subject.name, digest: subject.digest }, answer);
}

/** The record of one whole execution. */
export async function recordExecution(
  { ports, executionId, subject }: ExecutionContext,
  outcome: PayloadOf<"execution_finished">,
): Promise<void> {
  await recordEntry(ports, {
    runId: executionId,
    capability: subject.name,
    digest: subject.digest,
    kind: "execution",
    model: null,
    level: outcome.level,
    ok: outcome.ok,
    durationMs: Math.round(outcome.durationMs),
    llmCalls: outcome.llmCalls,
    cacheHits: outcome.cacheHits,
    inputTokens: outcome.usage.inputTokens ?? 0,
    outputTokens: outcome.usage.outputTokens ?? 0,
    costUsd: outcome.usage.costUsd,
    error: outcome.problem?.code ?? null,
  });
}
