import type { LanguageModelV3FinishReason, LanguageModelV3Usage } from "@ai-sdk/provider";
import { z } from "zod";

const contentSchema = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]);

/** One event of a streamed chat completion, as far as it is read; all else in it is passed over. */
export const chatChunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: contentSchema.nullish(),
            refusal: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
  /** The endpoint's report in place of an answer. */
  error: z.unknown().optional(),
});
export type ChatChunk = z.infer<typeof chatChunkSchema>;

type Delta = NonNullable<NonNullable<ChatChunk["choices"]>[number]["delta"]>;

/** What a thinking model says before its answer; no part of it, but a sign of life. Endpoints use either name. */
export function toReasoning(delta: Delta | null | undefined): string {
  return delta?.reasoning_content ?? delta?.reasoning ?? "";
}

/** The text a chunk adds to the answer: content, in parts or not, or the words of a refusal. */
export function toText(delta: Delta | null | undefined): string {
  const { content, refusal } = delta ?? {};
  const text =
    typeof content === "string"
      ? content
      : (content ?? []).map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
  return `${text}${refusal ?? ""}`;
}

/** Tokens that the endpoint did not tell are undefined, never 0. */
export function toUsage(usage: ChatChunk["usage"]): LanguageModelV3Usage {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {};
  return {
    inputTokens: { total: input ?? undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output ?? undefined, text: undefined, reasoning: undefined },
  };
}

const UNIFIED: Readonly<Record<string, LanguageModelV3FinishReason["unified"]>> = {
  stop: "stop",
  length: "length",
  content_filter: "content-filter",
  function_call: "tool-calls",
  tool_calls: "tool-calls",
};

export function toFinishReason(raw: string | undefined): LanguageModelV3FinishReason {
  return { unified: raw === undefined ? "error" : (UNIFIED[raw] ?? "other"), raw };
}

/** What an error body says: `{error: {message}}`, `{error: "..."}`, `{message}` or `{detail}`. */
export const errorBodySchema = z.string().transform((text, context) => {
  const said = parseJson(text);
  const shape = z
    .object({
      error: z.union([z.string(), z.object({ message: z.string() })]),
      message: z.string(),
      detail: z.string(),
    })
    .partial()
    .safeParse(said).data;
  const error = typeof shape?.error === "string" ? shape.error : shape?.error?.message;
  const message = error ?? shape?.message ?? shape?.detail;
  if (message !== undefined) return message;
  context.addIssue("the body tells no message");
  return z.NEVER;
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
