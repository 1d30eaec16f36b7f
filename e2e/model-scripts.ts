import type { ModelScript } from "./model-server";

/** One action of the loop's protocol, as a model writes it. */
export function toAction(action: string, rest: Record<string, unknown>): string {
  return JSON.stringify({
    "@action": action,
    identifier: `by_${action}`,
    human_readable_thought: `I decide to ${action}.`,
    ...rest,
  });
}

export const toCall = (name: string): string => toAction("require_tool", { tool_require_payload: name });

export const toAnswer = (text: string): string => toAction("directly_answer", { answer_payload: text });

export type GatedModel = { script: ModelScript /** Lets the next answers out. */; release: (count: number) => void };

/** A model that answers a question only when the journey lets it: every state in between can be looked at. */
export function gateModel(replies: readonly string[]): GatedModel {
  let released = 0;
  let wake = (): void => {};
  const script: ModelScript = async (_, index) => {
    while (index >= released) {
      await new Promise<void>((resolve) => {
        const before = wake;
        wake = () => {
          before();
          resolve();
        };
      });
    }
    return replies[index] ?? replies[replies.length - 1] ?? "";
  };
  return {
    script,
    release: (count) => {
      released += count;
      const wakeAll = wake;
      wake = () => {};
      wakeAll();
    },
  };
}
