import { setTimeout as wait } from "node:timers/promises";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelAnswer, ModelConnection, ModelRequest } from "./model";
import { toModelFailure, toSilence } from "./model-problem";
import { createChatModel } from "./openai-compatible";
import { NO_USAGE, type ReadAnswer, readAnswer, toCallOptions } from "./read-answer";

/** A longer wished wait is a person's decision, not ours. */
const RETRY_WAIT_MS_MAX = 2_000;
const RETRY_WAIT_MS = 300;
const TRIES_MAX = 2;

export const CANCELLED = { code: "cancelled", message: "The question to the model was cancelled." };

export type AskOptions = { signal: AbortSignal; onText?: (delta: string) => void };

export type Endpoint = {
  readonly connection: ModelConnection;
  /** Contract: never throws; an abort answers `cancelled` at once, unless the answer was complete first. */
  ask(request: ModelRequest, options: AskOptions): Promise<ModelAnswer>;
};

/**
 * A connected endpoint. Asks once more when it is busy or failing and nothing has been shown yet. `silenceMsMax`: how long it
 * may send nothing, in milliseconds. A chat model is made once per name, since its schemas compile at the first answer
 * (half of a short question's cost when made anew, 30 Nov 2026).
 */
export function createEndpoint(connection: ModelConnection, silenceMsMax: number): Endpoint {
  const models = new Map<string, LanguageModelV3>();
  const modelOf = (name: string): LanguageModelV3 => {
    const model = models.get(name) ?? createChatModel({ ...connection, name });
    models.set(name, model);
    return model;
  };

  return {
    connection,
    async ask(request, options) {
      const name = toModelName(request.model, connection);
      const startedAt = performance.now();
      for (let tries = 1; ; tries += 1) {
        const answer = await askOnce(() => modelOf(name), request, { ...options, connection, silenceMsMax });
        if (mayAskAgain(answer, tries) && !options.signal.aborted) {
          await wait(toWaitMs(answer), undefined, { signal: options.signal }).catch(() => undefined);
          if (!options.signal.aborted) continue;
        }
        const told = { text: answer.text, usage: answer.usage, durationMs: performance.now() - startedAt, model: name };
        if (!answer.failure) return { kind: "ok", finishReason: answer.finishReason, ...told };
        if (options.signal.aborted) return { kind: "failed", problem: CANCELLED, ...told };
        const { problem } = answer.failure;
        const message = tries > 1 ? `${problem.message} Asked ${tries} times.` : problem.message;
        return { kind: "failed", problem: { ...problem, message }, ...told };
      }
    },
  };
}

function mayAskAgain(answer: ReadAnswer, tries: number): boolean {
  const isRetryable = answer.failure?.isRetryable === true;
  return isRetryable && !answer.text && tries < TRIES_MAX && toWaitMs(answer) <= RETRY_WAIT_MS_MAX;
}

function toWaitMs({ failure }: ReadAnswer): number {
  return failure?.retryAfterMs ?? RETRY_WAIT_MS;
}

async function askOnce(
  getModel: () => LanguageModelV3,
  request: ModelRequest,
  { signal, onText, connection, silenceMsMax }: AskOptions & { connection: ModelConnection; silenceMsMax: number },
): Promise<ReadAnswer> {
  const stopped = new AbortController();
  const stop = () => stopped.abort(signal.reason);
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    stopped.abort();
  }, silenceMsMax);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  try {
    const answer = await readAnswer(getModel(), toCallOptions(request, stopped.signal), {
      connection,
      onText: (delta) => onText?.(delta),
      onPart: () => timer.refresh(),
    });
    return isSilent && answer.failure ? { ...answer, failure: toSilence(connection, silenceMsMax) } : answer;
  } catch (error) {
    return { text: "", finishReason: "error", usage: NO_USAGE, failure: toModelFailure(error, connection) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/**
 * The name to send: the step's own "provider/model" without the provider, since there is one connection; the connection's
 * name when the step names none or names exactly that.
 */
function toModelName(wanted: string | undefined, connection: ModelConnection): string {
  if (!wanted || wanted === connection.name) return connection.name;
  return wanted.slice(wanted.indexOf("/") + 1);
}
