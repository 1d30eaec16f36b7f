import { runWithin } from "#server/call-context";
import { DEFAULT_LIMITS, type JsonSchema } from "#server/capability/contract";
import { isJsonObject, type JsonValue } from "#server/capability/json";
import { validateJson } from "#server/capability/validate-json";
import type { Problem } from "#server/errors";
import type { PayloadOf } from "#server/loop/events";
import type { SandboxPorts } from "#server/sandbox/sandbox";
import { askStep } from "./ask-step";
import type { ExecutionContext, ExecutionLimits, StepOutcome } from "./execution-context";

/** The contract's limits, with defaults, and never a longer time than the host allows. */
export function toLimits({ subject, ports }: Pick<ExecutionContext, "subject" | "ports">): ExecutionLimits {
  const { limits } = subject.contract;
  return {
    timeoutMs: Math.min(limits.timeout_ms ?? DEFAULT_LIMITS.timeoutMs, ports.timeoutMsMax),
    maxOutputBytes: limits.max_output_bytes ?? DEFAULT_LIMITS.maxOutputBytes,
    maxLlmCalls: limits.max_llm_calls ?? DEFAULT_LIMITS.maxLlmCalls,
  };
}

/** What does not fit a schema, as a problem; null when it fits or there is no schema. */
export function findSchemaProblem(
  side: "input" | "output",
  schema: JsonSchema | undefined,
  value: JsonValue,
): Problem | null {
  const findings = schema === undefined ? [] : validateJson(schema, value);
  if (findings.length === 0) return null;
  return {
    code: side === "input" ? "E_INPUT_SCHEMA" : "E_OUTPUT_SCHEMA",
    message: `The ${side} does not fit the contract's schema: ${findings.join("; ")}.`,
    next:
      side === "input"
        ? "Correct the input; nothing was run."
        : "Mend the code so that it answers what the contract promises, or change the contract's output schema.",
    details: { findings },
  };
}

/** Bytes from which on a frame is worth pointing elsewhere. */
const LARGE_FRAME_BYTES = 16 * 1024;

/** A large input of the whole execution stands in `execution_started`; its job frame says so instead of storing it twice. */
function toRecordedFrame({ request }: ExecutionContext, frame: JsonValue, bytes: number): JsonValue {
  if (bytes <= LARGE_FRAME_BYTES || !isJsonObject(frame) || frame.__frame__ !== "job") return frame;
  if (frame.input !== request.input) return frame;
  return { ...frame, input: `(the input of execution_started; the frame had ${bytes} bytes)` };
}

function toSandboxPorts(context: ExecutionContext, maxLlmCalls: number): SandboxPorts {
  const { recorder, ports } = context;
  const addLog = (payload: PayloadOf<"execution_log">) => recorder.add({ type: "execution_log", payload });
  return {
    callStep: (call, signal) => askStep(context, call, { maxLlmCalls, signal }),
    callService: (call, signal) =>
      runWithin({ writeLog: ({ message, ...rest }) => addLog({ line: message, ...rest }) }, () =>
        ports.hostServices.call(call, signal),
      ),
    onFrame: (direction, frame, bytes) =>
      recorder.add({
        type: "execution_frame",
        payload: { direction, frame: toRecordedFrame(context, frame, bytes), bytes },
      }),
    onLog: (line) => addLog({ line }),
    onDenied: (tried) => recorder.add({ type: "execution_denied", payload: { tried } }),
  };
}

/** Runs one file of the subject in the sandbox, from a read-only snapshot of exactly the subject's bytes. */
export async function runCode(
  context: ExecutionContext,
  { entry, input }: { entry: string; input: JsonValue },
): Promise<StepOutcome> {
  const { subject, ports, request, signal, tally, executionId } = context;
  const snapshot = await ports.sandbox.snapshotFiles(subject.digest, subject.files);
  if (snapshot.kind === "refused") {
    const { code, message, next } = snapshot;
    return { kind: "failed", problem: { code, message, next }, phase: "snapshot" };
  }
  const limits = toLimits(context);
  const outcome = await ports.sandbox.run(
    {
      executionId,
      snapshot: snapshot.snapshot,
      entry,
      input,
      limits,
      llmStepIds: subject.contract.steps.filter(({ kind }) => kind === "llm").map(({ id }) => id),
      services: subject.contract.requires,
      isTrusted: subject.isTrusted,
      isNodeOnlyConfirmed: request.isNodeOnlyConfirmed ?? false,
    },
    toSandboxPorts(context, limits.maxLlmCalls),
    signal,
  );
  tally.addSandboxJob(outcome.stats);
  if (outcome.kind === "ok") return { kind: "ok", output: outcome.output };
  if (outcome.code === "E_CANCELLED") return { kind: "cancelled" };
  const { code, message, next, phase } = outcome;
  return { kind: "failed", problem: { code, message, next }, phase };
}
