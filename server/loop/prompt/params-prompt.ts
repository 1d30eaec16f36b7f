import type { LoopCapability } from "#server/loop/ports";
import { type RunView, topTask } from "#server/loop/run-view";
import { toCapabilityLine } from "./capability-usage";
import { PARAMS_RULES } from "./rules";
import { type Prompt, toPrompt } from "./section";
import { skillsContextSection } from "./skills-context";
import { timelineSection } from "./timeline";

/** The prompt that asks for the arguments of one call. `issues` are the findings about the last attempt. Throws outside of a turn. */
export function toParamsPrompt(state: RunView, capability: LoopCapability, issues: readonly string[]): Prompt {
  const { turn } = state;
  if (!turn) throw new Error("no turn is open");
  const reflection = issues.length === 0 ? "" : `Your last arguments were not taken:\n- ${issues.join("\n- ")}`;
  return toPrompt(
    PARAMS_RULES,
    [
      { name: "USER_QUERY", body: state.settings.message },
      { name: "CAPABILITY", body: toCapabilityLine(capability) },
      { name: "PURPOSE", body: turn.step ? `${turn.step.identifier}. ${turn.step.thought ?? ""}` : "" },
      skillsContextSection(state.loadedSkills),
      timelineSection(topTask(state).steps),
      { name: "REFLECTION", body: reflection },
      { name: "SCHEMA", body: JSON.stringify(capability.inputSchema) },
    ],
    turn.nonce,
  );
}
