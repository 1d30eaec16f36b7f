import type { Step } from "#server/loop/run-view";
import type { Section } from "./section";

/** Every action of this loop so far and what came of it, oldest first. */
export function timelineSection(steps: readonly Step[]): Section {
  return { name: "TIMELINE", body: steps.map(toStepText).join("\n") };
}

function toStepText({ turn, action, identifier, params, observations }: Step): string {
  const seen = observations.map(({ observation, source, isError }) => {
    return `  ${isError ? "failed" : "observed"} (${source}): ${observation}`;
  });
  return [`[turn ${turn}] ${action} ${identifier} ${JSON.stringify(params)}`, ...seen].join("\n");
}
