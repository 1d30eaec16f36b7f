import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3StreamResult } from "@ai-sdk/provider";
import type { Usage } from "#server/loop/events";
import type { ModelConnection, ModelRequest } from "./model";
import { type ModelFailure, toBadAnswer, toModelFailure, toStreamFailure } from "./model-problem";

/** What one call gave: text as far as it came, and why it is not an answer when it is none. */
export type ReadAnswer = {
  text: string;
  finishReason: string;
  usage: Usage;
  failure: ModelFailure | null;
};

export const NO_USAGE: Usage = { inputTokens: null, outputTokens: null, costUsd: null };

/** The one form of every question: a system and a user message, temperature 0, no tools. */
export function toCallOptions(request: ModelRequest, signal: AbortSignal): LanguageModelV3CallOptions {
  return {
    prompt: [
      { role: "system", content: request.system },
      { role: "user", content: [{ type: "text", text: request.user }] },
    ],
    temperature: 0,
    abortSignal: signal,
    ...(request.maxTokens === undefined ? {} : { maxOutputTokens: request.maxTokens }),
  };
}

/**
 * Asks once and reads the stream to its end. `onText` gets each piece as it arrives, `onPart` a sign of life per piece.
 * Never throws for what the model or the network does; an abort shows as a failure too and is the caller's to name.
 */
export async function readAnswer(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  watch: { connection: ModelConnection; onText: (delta: string) => void; onPart: () => void },
): Promise<ReadAnswer> {
  const answer: ReadAnswer = { text: "", finishReason: "error", usage: NO_USAGE, failure: null };
  try {
    const result = await model.doStream(options);
    const reader = result.stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      watch.onPart();
      const part = next.value;
      if (part.type === "text-delta") {
        answer.text += part.delta;
        watch.onText(part.delta);
      } else if (part.type === "error") {
        answer.failure ??= toStreamFailure(part.error, watch.connection);
      } else if (part.type === "finish") {
        answer.finishReason = part.finishReason.unified;
        answer.usage = {
          inputTokens: part.usage.inputTokens.total ?? null,
          outputTokens: part.usage.outputTokens.total ?? null,
          costUsd: null,
        };
      }
    }
    answer.failure = answer.failure ? toPlainer(answer.failure, result) : toEmptyFailure(answer, result);
  } catch (error) {
    answer.failure = toModelFailure(error, watch.connection);
  }
  return answer;
}

const CHECK_URL = "Check the base URL in Settings; it usually ends with /v1. Then press Test connection.";

function toEmptyFailure(answer: ReadAnswer, result: LanguageModelV3StreamResult): ModelFailure | null {
  if (answer.text.trim()) return null;
  const foreign = toForeignFailure(result);
  if (foreign) return foreign;
  if (answer.finishReason === "length") {
    return toBadAnswer(
      "The model used all its allowed tokens before it wrote any answer.",
      "Raise max_tokens, or choose a model that thinks less before it answers.",
    );
  }
  return toBadAnswer("The model answered with nothing.", "Ask again, or choose another model in Settings.");
}

/** A page or a plain document instead of a stream explains a parse error better than the parse error does. */
function toPlainer(failure: ModelFailure, result: LanguageModelV3StreamResult): ModelFailure {
  return toForeignFailure(result) ?? failure;
}

function toForeignFailure(result: LanguageModelV3StreamResult): ModelFailure | null {
  const type = result.response?.headers?.["content-type"] ?? "";
  if (/html/i.test(type)) {
    return toBadAnswer("The address answered with a web page (HTML), not as a model.", CHECK_URL);
  }
  if (/^application\/json/i.test(type)) {
    return toBadAnswer("The endpoint answered in one piece where a stream was asked for.", CHECK_URL);
  }
  return null;
}
