import type { Step } from "#server/capability/contract";
import type { JsonObject, JsonValue } from "#server/capability/json";
import { findLoopItems, mapStepInput, type StepScope } from "#server/capability/template";
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

/** One time that a step runs; in a loop `label` tells the items apart, such as `look_up[2]`. */
type StepRun = { step: Step; label: string };
type RecordedOutcome = StepOutcome & { executionId?: string };

async function runChildStep(
  context: ExecutionContext,
  { step, label }: StepRun,
  input: JsonValue,
): Promise<RecordedOutcome> {
  try {
    const name = step.capability ?? step.id;
    const { executionId, ...child } = await context.runChild({ name, input, stepId: label });
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

function runStep(context: ExecutionContext, run: StepRun, input: JsonValue): Promise<RecordedOutcome> {
  const { step } = run;
  switch (step.kind) {
    case "code":
      return runCode(context, { entry: step.file ?? `impl/${step.id}.mjs`, input });
    case "llm":
      return runLlmStep(context, step, input);
    case "capability":
      return runChildStep(context, run, input);
    default: {
      const unknown: never = step.kind;
      throw new Error(`unknown step kind ${String(unknown)}`);
    }
  }
}

async function recordStep(context: ExecutionContext, run: StepRun, input: JsonValue): Promise<RecordedOutcome> {
  const { recorder, ports } = context;
  const { step, label } = run;
  const span = `step_${label}`;
  const startedAt = ports.now();
  const base = { stepId: label, kind: step.kind };
  recorder.add({ type: "execution_step", payload: { ...base, state: "started" } }, span);
  await recorder.flush();
  const outcome = await runStep(context, run, input);
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

/** What the steps so far leave to the next one. */
type Progress = { scope: StepScope; previous: JsonValue };

/** A mapping filled in; a failure where it asks for something nothing before it gave. */
function toMapped(context: ExecutionContext, mapping: JsonObject, scope: StepScope): StepOutcome {
  const mapped = mapStepInput(mapping, scope);
  if (mapped.kind === "ok") return { kind: "ok", output: mapped.input };
  if (context.tally.totals.partial === "no_model") return { kind: "failed", problem: NO_MODEL };
  const message = `It asks for ${mapped.placeholders.join(", ")}, and nothing before it gave that.`;
  const next = "Correct the step's input in the contract, or the output of the step it names.";
  return { kind: "failed", problem: { code: "E_INPUT_SCHEMA", message, next } };
}

async function runOnce(context: ExecutionContext, run: StepRun, { scope, previous }: Progress): Promise<StepOutcome> {
  const { input } = run.step;
  const mapped: StepOutcome = input === undefined ? { kind: "ok", output: previous } : toMapped(context, input, scope);
  return mapped.kind === "ok" ? recordStep(context, run, mapped.output) : mapped;
}

/** True where a step without a model leaves null and the forge goes on. */
function isWithoutModel(outcome: StepOutcome): boolean {
  return outcome.kind === "failed" && outcome.problem.code === NO_MODEL.code;
}

/** Runs a step once an item, one after another; the first that fails ends it, by its number from 1. */
async function runLoop(
  context: ExecutionContext,
  { step, loopOver }: { step: Step; loopOver: string },
  scope: StepScope,
): Promise<StepOutcome> {
  const found = findLoopItems(loopOver, scope);
  if (found.kind === "bad") {
    const next = "Give it fewer items, or correct loop_over.";
    return { kind: "failed", problem: { code: "E_INPUT_SCHEMA", message: found.reason, next } };
  }
  const outputs: JsonValue[] = [];
  for (const [index, item] of found.items.entries()) {
    if (context.signal.aborted) return { kind: "cancelled" };
    const names = new Map([...(scope.names ?? []), ["item", item] as const]);
    const run = { step, label: `${step.id}[${index + 1}]` };
    const outcome = await runOnce(context, run, { scope: { ...scope, names }, previous: item });
    if (outcome.kind === "failed" && !isWithoutModel(outcome)) {
      const message = `item ${index + 1} of ${found.items.length}: ${outcome.problem.message}`;
      return { ...outcome, problem: { ...outcome.problem, message } };
    }
    if (outcome.kind === "cancelled") return outcome;
    outputs.push(outcome.kind === "ok" ? outcome.output : null);
  }
  return { kind: "ok", output: outputs };
}

function nameStep(step: Step, { problem, phase }: Extract<StepOutcome, { kind: "failed" }>): StepOutcome {
  const named = { ...problem, message: `Step ${step.id}: ${problem.message}` };
  return { kind: "failed", problem: named, ...(phase === undefined ? {} : { phase }) };
}

/**
 * Runs a forge: its steps in order, on the host (design.md 4). A step's `input:` is mapped from the forge's input and the
 * outputs so far; left out, it is the previous output, or the item of its `loop_over`. A step without a model answers null,
 * marks the outcome partial and the forge goes on; any other failure ends it, naming the step. `output_map` makes the
 * forge's output; left out, it is the last step's.
 */
export async function runForge(context: ExecutionContext, input: JsonValue): Promise<StepOutcome> {
  const { steps, output_map: outputMap } = context.subject.contract;
  // Names are the author's: in a plain object one of them might be that of the prototype.
  const outputs: Record<string, { output: JsonValue }> = Object.create(null);
  const names = new Map<string, JsonValue>();
  const scope = { input, steps: outputs, names };
  let previous = input;
  for (const step of steps) {
    if (context.signal.aborted) return { kind: "cancelled" };
    const outcome =
      step.loop_over === undefined
        ? await runOnce(context, { step, label: step.id }, { scope, previous })
        : await runLoop(context, { step, loopOver: step.loop_over }, scope);
    if (outcome.kind === "cancelled") return { kind: "cancelled" };
    if (outcome.kind === "failed" && !isWithoutModel(outcome)) return nameStep(step, outcome);
    previous = outcome.kind === "ok" ? outcome.output : null;
    outputs[step.id] = { output: previous };
    if (step.output_as !== undefined) names.set(step.output_as, previous);
  }
  return outputMap === undefined ? { kind: "ok", output: previous } : toMapped(context, outputMap, scope);
}
