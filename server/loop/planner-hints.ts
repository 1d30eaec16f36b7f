import type { LoopAction } from "#server/capability/contract";
import type { PlannerCandidate, PlannerHints, PlannerStep } from "#server/model/model";
import { usableHits } from "./discover";
import type { LoopCapability } from "./ports";
import type { Step } from "./run-view";
import { namedCapability } from "./steps";
import { type Turn, taskOf } from "./turn";

/** What the offline planner reads in place of the action prompt. */
export function toActionHints(turn: Turn, actions: readonly LoopAction[]): PlannerHints {
  const { settings, loadedSkills, turn: open } = turn.journal.state;
  const mentioned = new Set(open?.discovery?.mentions.map((hit) => hit.name));
  const candidates = usableHits(turn).flatMap((hit): PlannerCandidate[] => {
    const capability = turn.view.get(hit.name);
    if (!capability) return [];
    const { name, type: kind, description, inputSchema } = capability;
    return [{ name, kind, description, score: hit.score, isMentioned: mentioned.has(name), inputSchema }];
  });
  return {
    purpose: "action",
    message: settings.message,
    tier: settings.tier,
    actions: [...actions],
    candidates,
    loadedSkills: loadedSkills.map((skill) => skill.name),
    refused: open?.discovery?.refused ?? [],
    steps: taskOf(turn).steps.map(toPlannerStep),
  };
}

/** What the offline planner reads in place of the params prompt. */
export function toParamsHints(turn: Turn, capability: LoopCapability, issues: readonly string[]): PlannerHints {
  return {
    purpose: "params",
    message: turn.journal.state.settings.message,
    capability: capability.name,
    schema: capability.inputSchema,
    steps: taskOf(turn).steps.map(toPlannerStep),
    issues: [...issues],
  };
}

function toPlannerStep(step: Step): PlannerStep {
  return {
    action: step.action,
    capability: namedCapability(step),
    isError: step.observations.some((seen) => seen.isError),
    observation: step.observations.map((seen) => seen.observation).join("\n"),
    output: step.call?.end?.kind === "ok" ? step.call.end.output : null,
  };
}
