import type { LoopAction } from "#server/capability/contract";
import type { ActionDefinition } from "./actions/action";
import { directlyAnswer } from "./actions/directly-answer";
import { directlyCallTool } from "./actions/directly-call-tool";
import { finish } from "./actions/finish";
import { loadCapability } from "./actions/load-capability";
import { requireAiBlueprint } from "./actions/require-ai-blueprint";
import { requireTool } from "./actions/require-tool";

/** Everything a loop can do. */
export const ACTIONS: Record<LoopAction, ActionDefinition> = {
  directly_answer: directlyAnswer,
  require_tool: requireTool,
  directly_call_tool: directlyCallTool,
  require_ai_blueprint: requireAiBlueprint,
  load_capability: loadCapability,
  finish,
};
