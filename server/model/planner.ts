import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import { fillArguments } from "./fill-arguments";
import { parseMessage } from "./message-facts";
import { planAction } from "./plan-action";
import { plannerHintsSchema } from "./planner-hints";

/** How the planner is named wherever a model is named. */
export const PLANNER_LABEL = "offline planner";

/** Small enough that a screen shows the answer arriving, as with a real model. */
const CHUNK_LENGTH = 48;

/**
 * The deterministic model that answers when none is connected, behind the AI SDK's own interface. It reads
 * `providerOptions.capstan`, not the prompt, and writes the JSON that a real model would write. It knows nothing of tokens,
 * so its usage is unknown. Rejects with a ZodError when the hints are missing or malformed.
 */
export function createPlanner(): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider: "capstan",
    modelId: PLANNER_LABEL,
    supportedUrls: {},
    doGenerate: async (options) => ({
      content: [{ type: "text", text: answerHints(options) }],
      finishReason: STOP,
      usage: UNKNOWN_USAGE,
      warnings: [],
    }),
    doStream: async (options) => ({ stream: toStream(answerHints(options)) }),
  };
}

const STOP: LanguageModelV3FinishReason = { unified: "stop", raw: undefined };

const UNKNOWN_USAGE: LanguageModelV3Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function answerHints({ providerOptions }: LanguageModelV3CallOptions): string {
  const hints = plannerHintsSchema.parse(providerOptions?.capstan);
  return JSON.stringify(
    hints.purpose === "action" ? planAction(hints) : fillArguments({ ...hints, facts: parseMessage(hints.message) }),
  );
}

function toStream(text: string): ReadableStream<LanguageModelV3StreamPart> {
  const id = "answer";
  const characters = [...text];
  const deltas: LanguageModelV3StreamPart[] = [];
  for (let start = 0; start < characters.length; start += CHUNK_LENGTH) {
    deltas.push({ type: "text-delta", id, delta: characters.slice(start, start + CHUNK_LENGTH).join("") });
  }
  const parts: LanguageModelV3StreamPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id },
    ...deltas,
    { type: "text-end", id },
    { type: "finish", usage: UNKNOWN_USAGE, finishReason: STOP },
  ];
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
