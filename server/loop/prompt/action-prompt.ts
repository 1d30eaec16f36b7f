import type { LoopAction } from "#server/capability/contract";
import { toActionSchema } from "#server/loop/action-schema";
import type { CatalogView } from "#server/loop/ports";
import { type RunView, topTask } from "#server/loop/run-view";
import { backgroundSection, toCapabilityList } from "./background";
import { extraCapabilitiesSection } from "./extra-capabilities";
import { reflectionSection } from "./reflection";
import { LOOP_RULES } from "./rules";
import { type Prompt, type Section, toPrompt } from "./section";
import { skillsContextSection } from "./skills-context";
import { timelineSection } from "./timeline";

const OUTPUT_EXAMPLE =
  '{"@action": "directly_answer", "identifier": "tell_status", "human_readable_thought": "The ticket is known.", "answer_payload": "..."}';

/** The prompt that asks for the next action, in the section order of domain.md 1.10 (Y-seed). Throws outside of a turn. */
export function toActionPrompt(state: RunView, view: CatalogView, actions: readonly LoopAction[]): Prompt {
  const { turn } = state;
  if (!turn) throw new Error("no turn is open");
  const { steps } = topTask(state);
  return toPrompt(
    LOOP_RULES,
    [
      backgroundSection(turn.startedAt, view.capabilities),
      { name: "USER_QUERY", body: state.settings.message },
      extraCapabilitiesSection(state.extra, view),
      persistentSection(view),
      skillsContextSection(state.loadedSkills),
      timelineSection(steps),
      reflectionSection(turn.rejections, steps.at(-1)),
      ...answerSections(actions),
    ],
    turn.nonce,
  );
}

/**
 * What of the first prompt is the same for every message, in its order: the rules, the list of capabilities, the focus
 * mode's instructions, and how to answer. For who wants to know what a view costs before anything is asked.
 */
export function toStandingSections(view: CatalogView, actions: readonly LoopAction[]): Section[] {
  return [
    { name: "RULES", body: LOOP_RULES },
    { name: "BACKGROUND", body: toCapabilityList(view.capabilities) },
    persistentSection(view),
    ...answerSections(actions),
  ].filter((section) => section.body.trim() !== "");
}

function persistentSection(view: CatalogView): Section {
  return { name: "PERSISTENT", body: view.loop?.instructions ?? "" };
}

function answerSections(actions: readonly LoopAction[]): Section[] {
  return [
    { name: "SCHEMA", body: JSON.stringify(toActionSchema(actions)) },
    { name: "OUTPUT_EXAMPLE", body: OUTPUT_EXAMPLE },
  ];
}
