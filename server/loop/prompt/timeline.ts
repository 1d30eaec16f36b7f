import type { Step } from "#server/loop/run-view";
import type { Section } from "./section";

/** Characters of the newest steps that are shown whole: about 16 Ki tokens. */
export const WHOLE_CHARACTERS_MAX = 65_536;

/** What is shown of each line of an older step. */
const OLD_LINE_CHARACTERS_MAX = 200;

/** Every action of this loop and what came of it, oldest first. Far back, long lines say how much of them is left out. */
export function timelineSection(steps: readonly Step[]): Section {
  let left = WHOLE_CHARACTERS_MAX;
  const shown = steps.toReversed().map((step, age) => {
    const lines = toLines(step);
    left -= lines.reduce((sum, line) => sum + line.length, 0);
    // The newest is what the model acts on now: whole whatever its size.
    return (left >= 0 || age === 0 ? lines : lines.map(toOldLine)).join("\n");
  });
  return { name: "TIMELINE", body: shown.toReversed().join("\n") };
}

function toLines({ turn, action, identifier, params, observations }: Step): string[] {
  const seen = observations.map(({ observation, source, isError }) => {
    return `  ${isError ? "failed" : "observed"} (${source}): ${observation}`;
  });
  return [`[turn ${turn}] ${action} ${identifier} ${JSON.stringify(params)}`, ...seen];
}

function toOldLine(line: string): string {
  const more = line.length - OLD_LINE_CHARACTERS_MAX;
  return more <= 0 ? line : `${line.slice(0, OLD_LINE_CHARACTERS_MAX)} ... (${more} more characters, long ago)`;
}
