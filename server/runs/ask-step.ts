import type { Step } from "#server/capability/contract";
import { isJsonObject, type JsonObject, type JsonValue, jsonObjectSchema } from "#server/capability/json";
import { renderTemplate } from "#server/capability/template";
import type { PayloadOf, Usage } from "#server/loop/events";
import type { ModelAnswer } from "#server/model/model";
import type { RpcAnswer } from "#server/sandbox/outcome";
import type { ExecutionContext } from "./execution-context";
import { recordModelCall } from "./ledger-entries";

const MAX_TOKENS = 256;
const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

export type StepCall = { stepId: string; input: JsonValue; maxTokens: number | undefined };

type PreparedCall = {
  stepId: string;
  model: string;
  namedModel: string | undefined;
  promptPath: string;
  prompt: string;
  maxTokens: number;
};

/** The text from the first brace to the last, as JSON; null when that is no object (domain.md 3.4). */
function readStepAnswer(text: string): JsonObject | null {
  const object = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  try {
    return jsonObjectSchema.parse(JSON.parse(object));
  } catch (error) {
    // Both ways not to be a JSON object mean the same to the code that asked.
    if (error instanceof SyntaxError || (error instanceof Error && error.name === "ZodError")) return null;
    throw error;
  }
}

function prepareCall(context: ExecutionContext, step: Step, call: StepCall): PreparedCall | { error: string } {
  const { subject, ports } = context;
  if (step.prompt === undefined) return { error: `the step ${step.id} names no prompt` };
  const promptPath = step.prompt.replace(/^\.\//, "");
  const bytes = subject.files.get(promptPath);
  if (bytes === undefined) return { error: `E_PROMPT_PATH: there is no file ${promptPath} in the capability` };
  const values = isJsonObject(call.input) ? call.input : { input: call.input };
  return {
    stepId: step.id,
    model: step.model ?? ports.models.current().label,
    namedModel: step.model,
    promptPath,
    prompt: renderTemplate(Buffer.from(bytes).toString("utf8"), values),
    maxTokens: call.maxTokens ?? step.max_tokens ?? MAX_TOKENS,
  };
}

async function recordRequest(context: ExecutionContext, call: PreparedCall): Promise<string> {
  const requestId = `request_${context.tally.totals.llmCalls + 1}`;
  context.recorder.add(
    {
      type: "model_request",
      payload: {
        requestId,
        purpose: "step",
        attempt: 1,
        model: call.model,
        system: "",
        user: call.prompt,
        sections: [{ name: call.promptPath, bytes: Buffer.byteLength(call.prompt) }],
        maxTokens: call.maxTokens,
        stepId: call.stepId,
      },
    },
    requestId,
  );
  await context.recorder.flush();
  return requestId;
}

function recordResult(
  context: ExecutionContext,
  requestId: string,
  result: Omit<PayloadOf<"model_result">, "requestId">,
): void {
  context.tally.addModelCall(result.usage, result.isCached ?? false);
  context.recorder.add({ type: "model_result", payload: { requestId, ...result } }, requestId);
}

function answerFromText(context: ExecutionContext, answer: ModelAnswer): RpcAnswer & { value?: JsonObject } {
  if (answer.kind === "failed") {
    if (answer.problem.code !== "no_model") {
      return { ok: false, error: `${answer.problem.code}: ${answer.problem.message}` };
    }
    context.tally.markNoModel();
    return { ok: false, error: "no_model" };
  }
  const value = readStepAnswer(answer.text);
  return value === null ? { ok: false, error: "model output is not JSON" } : { ok: true, data: value, value };
}

async function askModel(context: ExecutionContext, call: PreparedCall, signal: AbortSignal): Promise<RpcAnswer> {
  const { ports, subject } = context;
  const requestId = await recordRequest(context, call);
  const key = { capability: subject.digest, ...call };
  const cached = ports.stepCache.find(key);
  if (cached !== undefined) {
    const text = JSON.stringify(cached);
    const result = { ok: true, text, finishReason: "cached", usage: NO_USAGE, durationMs: 0, isCached: true };
    recordResult(context, requestId, result);
    return { ok: true, data: cached, cached: true };
  }
  const answer = await ports.models.ask(
    {
      purpose: "step",
      system: "",
      user: call.prompt,
      maxTokens: call.maxTokens,
      ...(call.namedModel === undefined ? {} : { model: call.namedModel }),
    },
    { signal },
  );
  recordResult(context, requestId, {
    ok: answer.kind === "ok",
    text: answer.text,
    finishReason: answer.kind === "ok" ? answer.finishReason : "error",
    usage: answer.usage,
    durationMs: answer.durationMs,
    ...(answer.kind === "failed" ? { problem: answer.problem } : {}),
  });
  await recordModelCall(context, answer);
  const { value, ...rpcAnswer } = answerFromText(context, answer);
  if (value !== undefined) ports.stepCache.save(key, value);
  return rpcAnswer;
}

async function answerCanned(context: ExecutionContext, step: Step, canned: JsonValue): Promise<RpcAnswer> {
  const prepared = { stepId: step.id, model: "scripted answer", namedModel: undefined, maxTokens: MAX_TOKENS };
  const requestId = await recordRequest(context, { ...prepared, promptPath: step.prompt ?? "", prompt: "" });
  const text = JSON.stringify(canned);
  recordResult(context, requestId, { ok: true, text, finishReason: "scripted", usage: NO_USAGE, durationMs: 0 });
  return { ok: true, data: canned };
}

/**
 * Answers one call of an llm step: a case's scripted answer (a case never asks a model), the cache, or the model. Prompts come from the bytes that
 * run, never from disk. Without a model it answers `no_model` and the outcome is marked partial; over the budget
 * `budget_exceeded`. Both answers leave the run going (design.md 4). A cache hit counts as a call and costs nothing.
 * Throws only what the event log throws.
 */
export async function askStep(
  context: ExecutionContext,
  call: StepCall,
  options: { maxLlmCalls: number; signal: AbortSignal },
): Promise<RpcAnswer> {
  const step = context.subject.contract.steps.find(({ id, kind }) => id === call.stepId && kind === "llm");
  if (step === undefined) return { ok: false, error: `there is no llm step ${call.stepId}` };
  if (context.tally.totals.llmCalls >= options.maxLlmCalls) return { ok: false, error: "budget_exceeded" };
  const canned = context.request.cannedSteps;
  const scripted = canned !== undefined && Object.hasOwn(canned, step.id) ? canned[step.id] : undefined;
  if (scripted !== undefined) return answerCanned(context, step, scripted);
  if (context.request.source === "case") {
    context.tally.markNoModel();
    return { ok: false, error: "no_model" };
  }
  const prepared = prepareCall(context, step, call);
  if ("error" in prepared) return { ok: false, error: prepared.error };
  return askModel(context, prepared, options.signal);
}
