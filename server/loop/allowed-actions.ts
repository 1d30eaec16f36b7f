import { type CapabilityType, LOOP_ACTIONS, type LoopAction } from "#server/capability/contract";
import type { CatalogView } from "./ports";
import { mustConclude } from "./steps";
import { type Turn, taskOf } from "./turn";

const CONCLUDING: readonly LoopAction[] = ["directly_answer", "finish"];

/** The kind without which an action has nothing to name. */
const NEEDS: Partial<Record<LoopAction, CapabilityType>> = {
  require_tool: "tool",
  directly_call_tool: "tool",
  require_ai_blueprint: "forge",
};

/**
 * What the model may choose this turn: the focus mode's actions that have something to act on. A greeting sees no
 * capability and so can only answer. Never empty: a loop that can do nothing else can still answer.
 */
export function allowedActions(turn: Turn): LoopAction[] {
  return mustConclude(taskOf(turn)) ? [...CONCLUDING] : possibleActions(turn.view);
}

/** What a view gives a loop to choose from, as long as nothing makes it conclude. */
export function possibleActions({ capabilities, loop }: Pick<CatalogView, "capabilities" | "loop">): LoopAction[] {
  const has = (kind: CapabilityType) => capabilities.some((capability) => capability.type === kind);
  const possible = (loop?.actions ?? LOOP_ACTIONS).filter((action) => {
    if (CONCLUDING.includes(action)) return true;
    const kind = NEEDS[action];
    return kind ? has(kind) : capabilities.length > 0;
  });
  return possible.length > 0 ? possible : ["directly_answer"];
}
