import type { LoadedSkill } from "#server/loop/run-view";
import type { Section } from "./section";

/** Characters of loaded skills in one prompt: 32 Ki tokens of about four characters (domain.md 1.18). */
export const SKILL_CHARACTERS_MAX = 131_072;

/** Splits the loaded skills into those whose text fits and those that are folded: the least recently loaded go first. */
export function foldSkills(skills: readonly LoadedSkill[]): { open: LoadedSkill[]; folded: LoadedSkill[] } {
  let left = SKILL_CHARACTERS_MAX;
  const open: LoadedSkill[] = [];
  const folded: LoadedSkill[] = [];
  for (const skill of skills.toReversed()) {
    left -= skill.text.length;
    // The newest is shown whatever its size: it was asked for just now.
    (left >= 0 || open.length === 0 ? open : folded).unshift(skill);
  }
  return { open, folded };
}

/** The text of the skills that are loaded; a folded one says so and how to open it again. */
export function skillsContextSection(skills: readonly LoadedSkill[]): Section {
  const { open, folded } = foldSkills(skills);
  const parts = [
    ...folded.map(
      ({ name, text }) => `== ${name} (folded: ${text.length} characters; load_capability opens it again) ==`,
    ),
    ...open.map(({ name, text }) => `== ${name} ==\n${text}`),
  ];
  return { name: "SKILLS_CONTEXT", body: parts.join("\n\n") };
}
