import { getCallContext } from "#server/call-context";
import type { JsonValue } from "#server/capability/json";
import type { PayloadOf } from "#server/loop/events";
import type { CallOutcome } from "#server/loop/ports";
import type { ModelAnswer } from "#server/model/model";
import type { LedgerRecord } from "#server/store/rows";
import type { ExecutionContext, ExecutionPorts } from "./execution-context";

/** Bytes of a value as JSON. */
function bytesOf(value: JsonValue | undefined): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

type LedgerPorts = Pick<ExecutionPorts, "ledger" | "report" | "now">;

function toRecord({ now }: LedgerPorts, entry: Omit<LedgerRecord, "at" | "requestId">): LedgerRecord {
  return { ...entry, at: new Date(now()), requestId: getCallContext().requestId ?? null };
}

/** Records it; a ledger that cannot be written never changes how a run ends, so it is only reported. */
async function recordEntry(ports: LedgerPorts, entry: Omit<LedgerRecord, "at" | "requestId">): Promise<void> {
  try {
    await ports.ledger.record(toRecord(ports, entry));
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
    inputBytes: 0,
    outputBytes: 0,
  });
}

/** The record of one model call of an llm step. */
export function recordModelCall({ ports, executionId, subject }: ExecutionContext, answer: ModelAnswer): Promise<void> {
  return recordModelAnswer(ports, { runId: executionId, capability: subject.name, digest: subject.digest }, answer);
}

/** The record of one whole execution. */
export async function recordExecution(
  { ports, executionId, subject, request }: ExecutionContext,
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
    inputBytes: bytesOf(request.input),
    outputBytes: bytesOf(outcome.output),
  });
}

/** Queues the record of one call of a host tool: it never waits for the disk, since a loop goes on right after it. */
export function queueHostCall(
  ports: Pick<ExecutionPorts, "ledger" | "report" | "now">,
  call: { runId: string; capability: string; input: JsonValue },
  outcome: CallOutcome,
): void {
  const entry = toRecord(ports, {
    runId: call.runId,
    capability: call.capability,
    kind: "host_call",
    digest: null,
    model: null,
    level: null,
    ok: outcome.kind === "ok",
    durationMs: Math.round(outcome.durationMs),
    llmCalls: 0,
    cacheHits: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: null,
    error: outcome.kind === "failed" ? outcome.problem.code : outcome.kind === "cancelled" ? "E_CANCELLED" : null,
    inputBytes: bytesOf(call.input),
    outputBytes: outcome.kind === "ok" ? bytesOf(outcome.output) : 0,
  });
  ports.ledger.queue(entry);
}
