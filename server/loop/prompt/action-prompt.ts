import type { LoopAction } from "#server/capability/contract";
import { toActionSchema } from "#server/loop/action-schema";
import type { CatalogView } from "#server/loop/ports";
import { type RunView, topTask } from "#server/loop/run-view";
import { backgroundSection } from "./background";
import { extraCapabilitiesSection } from "./extra-capabilities";
import { reflectionSection } from "./reflection";
import { LOOP_RULES } from "./rules";
import { type Prompt, toPrompt } from "./section";
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
      { name: "PERSISTENT", body: view.loop?.instructions ?? "" },
      skillsContextSection(state.loadedSkills),
      timelineSection(steps),
      reflectionSection(turn.rejections, steps.at(-1)),
      { name: "SCHEMA", body: JSON.stringify(toActionSchema(actions)) },
      { name: "OUTPUT_EXAMPLE", body: OUTPUT_EXAMPLE },
    ],
    turn.nonce,
  );
}
