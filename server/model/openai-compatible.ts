import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelConnection } from "./model";

/** The AI SDK's chat model for an OpenAI-compatible endpoint. Usage is asked for with the stream. Makes no call yet. */
export function createChatModel({ baseUrl, apiKey, name }: ModelConnection): LanguageModelV3 {
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: baseUrl.replace(/\/+$/, ""),
    includeUsage: true,
    ...(apiKey ? { apiKey } : {}),
  });
  return provider.chatModel(name);
}
