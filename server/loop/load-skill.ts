import type { LoopCapability } from "./ports";
import { foldSkills } from "./prompt/skills-context";
import { observe, type Turn, type TurnOutcome } from "./turn";

/** Puts a skill's text into the prompt. One that stands there already is not loaded again. */
export function loadSkill(turn: Turn, skill: LoopCapability): TurnOutcome {
  const { name, digest, skillText: text } = skill;
  const source = `skill:${name}`;
  const isOpen = foldSkills(turn.journal.state.loadedSkills).open.some((loaded) => loaded.name === name);
  if (isOpen) {
    observe(turn, { observation: `"${name}" is already loaded: see SKILLS_CONTEXT.`, source, isError: false });
    return { kind: "continue" };
  }
  if (text === undefined || text.trim() === "") {
    observe(turn, { observation: `The skill "${name}" has no text to load. Go on without it.`, source, isError: true });
    return { kind: "continue" };
  }
  turn.journal.record("reference_material", () => ({
    ...turn.place,
    type: "reference_material",
    payload: { kind: "skill", name, digest: digest ?? "", text },
  }));
  const observation = `"${name}" is loaded: follow it in SKILLS_CONTEXT. Do not load it again.`;
  observe(turn, { observation, source, isError: false });
  return { kind: "continue" };
}
