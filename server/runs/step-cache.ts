import { createHash } from "node:crypto";
import type { JsonObject } from "#server/capability/json";

/** What makes two model calls of steps the same call (domain.md 3.4). */
type StepKey = { capability: string; model: string; promptPath: string; maxTokens: number; prompt: string };

/** Answers of llm steps by call, in memory; the oldest make room. */
export type StepCache = {
  find(key: StepKey): JsonObject | undefined;
  save(key: StepKey, answer: JsonObject): void;
};

const ENTRIES_MAX = 500;

function toHash({ capability, model, promptPath, maxTokens, prompt }: StepKey): string {
  const text = JSON.stringify([capability, model, promptPath, maxTokens, prompt]);
  return createHash("sha256").update(text).digest("hex");
}

export function createStepCache(): StepCache {
  const answers = new Map<string, JsonObject>();
  return {
    find: (key) => answers.get(toHash(key)),
    save(key, answer) {
      answers.set(toHash(key), answer);
      const [oldest] = answers.keys();
      if (answers.size > ENTRIES_MAX && oldest !== undefined) answers.delete(oldest);
    },
  };
}
