import { setTimeout as wait } from "node:timers/promises";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { type JsonObject, jsonObjectSchema } from "#server/capability/json";
import { toProblem } from "#server/errors";
import type { ModelAnswer, ModelConnection, ModelRequest, Models } from "./model";
import { toModelFailure, toSilence } from "./model-problem";
import { createChatModel } from "./openai-compatible";
import { createPlanner, PLANNER_LABEL } from "./planner";
import { NO_USAGE, type ReadAnswer, readAnswer, toCallOptions } from "./read-answer";

/** A model that sends nothing for so long is taken for gone; thinking models may be quiet for a minute. */
const SILENCE_MS_MAX = 120_000;
/** A longer wished wait is a person's decision, not ours. */
const RETRY_WAIT_MS_MAX = 2_000;
const RETRY_WAIT_MS = 300;
const TRIES_MAX = 2;

type AskOptions = { signal: AbortSignal; onText?: (delta: string) => void };

/**
 * The models of this installation: one OpenAI-compatible connection, or the offline planner when there is none (design.md
 * 7). `silenceMsMax` is how long a connected model may send nothing, in milliseconds.
 */
export function createModels({
  connection,
  silenceMsMax = SILENCE_MS_MAX,
}: {
  connection: ModelConnection | null;
  silenceMsMax?: number;
}): Models {
  let connected = connection;
  const planner = createPlanner();

  return {
    current: () => ({ label: connected?.name ?? PLANNER_LABEL, isPlanner: connected === null }),
    ask(request, options) {
      if (connected) return askConnected(request, { ...options, connection: connected, silenceMsMax });
      return askPlanner(planner, request, options);
    },
    async test(candidate, signal) {
      const request: ModelRequest = {
        purpose: "test",
        system: "You answer connection tests.",
        user: 'Answer with the single word "ready".',
      };
      const answer = await askConnected(request, { signal, connection: candidate, silenceMsMax });
      return answer.kind === "ok"
        ? { ok: true, durationMs: answer.durationMs, text: answer.text }
        : { ok: false, problem: answer.problem };
    },
    connect(next) {
      connected = next;
    },
  };
}

/** Asks the connected endpoint, once more when it is busy or failing and nothing has been shown yet. */
async function askConnected(
  request: ModelRequest,
  options: AskOptions & { connection: ModelConnection; silenceMsMax: number },
): Promise<ModelAnswer> {
  const { connection, signal } = options;
  const name = toModelName(request.model, connection);
  const startedAt = performance.now();
  const finish = (answer: ReadAnswer, tries: number): ModelAnswer => {
    const { text, usage, finishReason, failure } = answer;
    const told = { text, usage, durationMs: performance.now() - startedAt, model: name };
    if (signal.aborted) return { kind: "failed", problem: CANCELLED, ...told };
    if (!failure) return { kind: "ok", finishReason, ...told };
    const { message } = failure.problem;
    const problem = { ...failure.problem, message: tries > 1 ? `${message} Asked ${tries} times.` : message };
    return { kind: "failed", problem, ...told };
  };

  let answer: ReadAnswer = { text: "", finishReason: "error", usage: NO_USAGE, failure: null };
  for (let tries = 1; ; tries += 1) {
    answer = await askOnce(request, { ...options, name });
    const { failure } = answer;
    const waitMs = failure?.retryAfterMs ?? RETRY_WAIT_MS;
    const mayAgain = failure?.isRetryable && !answer.text && tries < TRIES_MAX && waitMs <= RETRY_WAIT_MS_MAX;
    if (!mayAgain || signal.aborted) return finish(answer, tries);
    await wait(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return finish(answer, tries);
  }
}

async function askOnce(
  request: ModelRequest,
  {
    signal,
    onText,
    connection,
    silenceMsMax,
    name,
  }: AskOptions & {
    connection: ModelConnection;
    silenceMsMax: number;
    name: string;
  },
): Promise<ReadAnswer> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMsMax);
  try {
    const model = createChatModel({ ...connection, name });
    const options = toCallOptions(request, AbortSignal.any([signal, silence.signal]));
    const answer = await readAnswer(model, options, {
      connection,
      onText: (delta) => onText?.(delta),
      onPart: () => timer.refresh(),
    });
    if (silence.signal.aborted && !signal.aborted) return { ...answer, failure: toSilence(connection, silenceMsMax) };
    return answer;
  } catch (error) {
    return { text: "", finishReason: "error", usage: NO_USAGE, failure: toModelFailure(error, connection) };
  } finally {
    clearTimeout(timer);
  }
}

async function askPlanner(planner: LanguageModelV3, request: ModelRequest, options: AskOptions): Promise<ModelAnswer> {
  const startedAt = performance.now();
  const told = () => ({ durationMs: performance.now() - startedAt, model: PLANNER_LABEL });
  if (options.signal.aborted) return { kind: "failed", problem: CANCELLED, text: "", usage: NO_USAGE, ...told() };
  if (!request.hints) return { kind: "failed", problem: NO_MODEL, text: "", usage: NO_USAGE, ...told() };
  try {
    const answer = await readAnswer(
      planner,
      { ...toCallOptions(request, options.signal), providerOptions: { capstan: toJsonObject(request.hints) } },
      { connection: PLANNER_CONNECTION, onText: (delta) => options.onText?.(delta), onPart: () => undefined },
    );
    const { text, usage, finishReason, failure } = answer;
    if (failure) return { kind: "failed", problem: failure.problem, text, usage, ...told() };
    return { kind: "ok", text, finishReason, usage, ...told() };
  } catch (error) {
    return { kind: "failed", problem: toProblem(error), text: "", usage: NO_USAGE, ...told() };
  }
}

const PLANNER_CONNECTION: ModelConnection = { baseUrl: "capstan:planner", apiKey: null, name: PLANNER_LABEL };

const CANCELLED = { code: "cancelled", message: "The question to the model was cancelled." };

const NO_MODEL = {
  code: "no_model",
  message: "No model is connected, so this step has no answer.",
  next: "Connect a model in Settings.",
};

/**
 * The name to send: the step's own "provider/model" without the provider, since there is one connection; the connection's
 * name when the step names none or names exactly that.
 */
function toModelName(wanted: string | undefined, connection: ModelConnection): string {
  if (!wanted || wanted === connection.name) return connection.name;
  return wanted.slice(wanted.indexOf("/") + 1);
}

function toJsonObject(value: unknown): JsonObject {
  return jsonObjectSchema.parse(JSON.parse(JSON.stringify(value)));
}
