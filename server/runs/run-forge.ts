import type { Step } from "#server/capability/contract";
import type { JsonValue } from "#server/capability/json";
import { mapStepInput, type StepScope } from "#server/capability/template";
import { toProblem } from "#server/errors";
import type { RpcAnswer } from "#server/sandbox/outcome";
import { askStep } from "./ask-step";
import type { ExecutionContext, StepOutcome } from "./execution-context";
import { runCode, toLimits } from "./run-code";

const NO_MODEL = {
  code: "no_model",
  message: "This step asks a model, and none is connected.",
  next: "Connect a model in Settings, then run it again.",
};

function toStepOutcome(step: Step, answer: RpcAnswer): StepOutcome {
  if (answer.ok) return { kind: "ok", output: answer.data };
  if (answer.error === "no_model") return { kind: "failed", problem: NO_MODEL };
  return {
    kind: "failed",
    problem: {
      code: answer.error === "budget_exceeded" ? "budget_exceeded" : "model_bad_answer",
      message: `The model call of step ${step.id} gave no result: ${answer.error}.`,
      next: "Look at the step's prompt and the model's answer in the events.",
    },
  };
}

/** Runs one llm step on the host. */
export async function runLlmStep(context: ExecutionContext, step: Step, input: JsonValue): Promise<StepOutcome> {
  const { timeoutMs, maxLlmCalls } = toLimits(context);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
  const call = { stepId: step.id, input, maxTokens: undefined };
  const answer = await askStep(context, call, { maxLlmCalls, signal });
  return context.signal.aborted ? { kind: "cancelled" } : toStepOutcome(step, answer);
}

async function runChildStep(
  context: ExecutionContext,
  step: Step,
  input: JsonValue,
): Promise<StepOutcome & { executionId?: string }> {
  try {
    const name = step.capability ?? step.id;
    const { executionId, ...child } = await context.runChild({ name, input, stepId: step.id });
    context.tally.addChild(child);
    if (context.signal.aborted) return { kind: "cancelled", executionId };
    if (child.ok) return { kind: "ok", output: child.output ?? null, executionId };
    const problem = child.problem ?? { code: "internal", message: `${name} failed without a reason.` };
    return { kind: "failed", problem: { ...problem, message: `${name}: ${problem.message}` }, executionId };
  } catch (error) {
    // A refusal to start (unknown name, draft) is how this step failed, not how Capstan failed.
    return { kind: "failed", problem: toProblem(error) };
  }
}

function runStep(
  context: ExecutionContext,
  step: Step,
  input: JsonValue,
): Promise<StepOutcome & { executionId?: string }> {
  switch (step.kind) {
    case "code":
      return runCode(context, { entry: step.file ?? `impl/${step.id}.mjs`, input });
    case "llm":
      return runLlmStep(context, step, input);
    case "capability":
      return runChildStep(context, step, input);
    default: {
      const unknown: never = step.kind;
      throw new Error(`unknown step kind ${String(unknown)}`);
    }
  }
}

async function recordStep(
  context: ExecutionContext,
  step: Step,
  input: JsonValue,
): Promise<StepOutcome & { executionId?: string }> {
  const { recorder, ports } = context;
  const span = `step_${step.id}`;
  const startedAt = ports.now();
  const base = { stepId: step.id, kind: step.kind };
  recorder.add({ type: "execution_step", payload: { ...base, state: "started" } }, span);
  await recorder.flush();
  const outcome = await runStep(context, step, input);
  recorder.add(
    {
      type: "execution_step",
      payload: {
        ...base,
        state: outcome.kind === "ok" ? "finished" : "failed",
        durationMs: ports.now() - startedAt,
        ...(outcome.executionId === undefined ? {} : { executionId: outcome.executionId }),
        ...(outcome.kind === "ok" ? { output: outcome.output } : {}),
      },
    },
    span,
  );
  return outcome;
}

/** The input a step gets; a failure where it asks for something nothing before it gave. */
function toStepInput(
  context: ExecutionContext,
  step: Step,
  { scope, previous }: { scope: StepScope; previous: JsonValue },
): StepOutcome {
  if (step.input === undefined) return { kind: "ok", output: previous };
  const mapped = mapStepInput(step.input, scope);
  if (mapped.kind === "ok") return { kind: "ok", output: mapped.input };
  if (context.tally.totals.partial === "no_model") return { kind: "failed", problem: NO_MODEL };
  const message = `It asks for ${mapped.placeholders.join(", ")}, and nothing before it gave that.`;
  const next = "Correct the step's input in the contract, or the output of the step it names.";
  return { kind: "failed", problem: { code: "E_INPUT_SCHEMA", message, next } };
}

function nameStep(step: Step, { problem, phase }: Extract<StepOutcome, { kind: "failed" }>): StepOutcome {
  const named = { ...problem, message: `Step ${step.id}: ${problem.message}` };
  return { kind: "failed", problem: named, ...(phase === undefined ? {} : { phase }) };
}

/**
 * Runs a forge: its steps in order, on the host (design.md 4). A step's `input:` is mapped from the forge's input and the
 * outputs so far; left out, it is the previous output. A step without a model answers null, marks the outcome partial
 * and the forge goes on; any other failure ends it, naming the step.
 */
export async function runForge(context: ExecutionContext, input: JsonValue): Promise<StepOutcome> {
  const outputs: Record<string, { output: JsonValue }> = {};
  let previous = input;
  for (const step of context.subject.contract.steps) {
    if (context.signal.aborted) return { kind: "cancelled" };
    const mapped = toStepInput(context, step, { scope: { input, steps: outputs }, previous });
    if (mapped.kind !== "ok") return mapped.kind === "failed" ? nameStep(step, mapped) : mapped;
    const outcome = await recordStep(context, step, mapped.output);
    if (outcome.kind === "cancelled") return { kind: "cancelled" };
    const hasFailed = outcome.kind === "failed" && outcome.problem.code !== NO_MODEL.code;
    if (hasFailed) return nameStep(step, outcome);
    previous = outcome.kind === "ok" ? outcome.output : null;
    outputs[step.id] = { output: previous };
  }
  return { kind: "ok", output: previous };
}
