import type { LanguageModelV3 } from "@ai-sdk/provider";
import { type JsonObject, jsonObjectSchema } from "#server/capability/json";
import { toProblem } from "#server/errors";
import { type AskOptions, CANCELLED, createEndpoint } from "./endpoint";
import type { ModelAnswer, ModelConnection, ModelRequest, Models } from "./model";
import { createPlanner, PLANNER_LABEL } from "./planner";
import { NO_USAGE, readAnswer, toCallOptions } from "./read-answer";

/** A model that sends nothing for so long is taken for gone; thinking models may be quiet for a minute. */
const SILENCE_MS_MAX = 120_000;
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
  const open = (candidate: ModelConnection) => createEndpoint(candidate, silenceMsMax);
  let endpoint = connection ? open(connection) : null;
  const planner = createPlanner();

  return {
    current: () => ({ label: endpoint?.connection.name ?? PLANNER_LABEL, isPlanner: endpoint === null }),
    ask(request, options) {
      return endpoint ? endpoint.ask(request, options) : askPlanner(planner, request, options);
    },
    async test(candidate, signal) {
      const request: ModelRequest = {
        purpose: "test",
        system: "You answer connection tests.",
        user: 'Answer with the single word "ready".',
      };
      const answer = await open(candidate).ask(request, { signal });
      return answer.kind === "ok"
        ? { ok: true, durationMs: answer.durationMs, text: answer.text }
        : { ok: false, problem: answer.problem };
    },
    connect(next) {
      endpoint = next ? open(next) : null;
    },
  };
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

const NO_MODEL = {
  code: "no_model",
  message: "No model is connected, so this step has no answer.",
  next: "Connect a model in Settings.",
};

function toJsonObject(value: unknown): JsonObject {
  return jsonObjectSchema.parse(JSON.parse(JSON.stringify(value)));
}
