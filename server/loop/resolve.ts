import type { Problem } from "#server/errors";
import { compareTypes, type NearNames, toNameLetters, toResolution } from "#server/tree/resolve-name";
import type { CatalogView, LoopCapability } from "./ports";

const NEAR_MAX = 3;

export type Resolution =
  | { kind: "found"; capability: LoopCapability; suggestion: string }
  | { kind: "refused"; problem: Problem }
  | { kind: "unknown"; near: NearNames };

/**
 * Resolves one exact name against the turn's view (domain.md 1.15). A name that is known and may not be used answers why; a
 * forge that may not be used gives way to a usable skill of its name (domain.md 1.16). An unknown one comes with what is near
 * among what may be used; nothing of it is taken.
 */
export function resolveName(view: CatalogView, name: string): Resolution {
  const usable = view.capabilities
    .filter((capability) => capability.name === name)
    .toSorted((one, other) => compareTypes(one.type, other.type));
  const [capability] = usable;
  if (capability) {
    const { suggestion } = toResolution(
      name,
      usable.map(({ type }) => type),
    );
    return { kind: "found", capability, suggestion };
  }
  const problem = view.refusalOf(name);
  return problem ? { kind: "refused", problem } : { kind: "unknown", near: findNear(view, name) };
}

function findNear({ capabilities, index }: CatalogView, name: string): NearNames {
  const letters = toNameLetters(name);
  const same =
    letters === "" ? undefined : capabilities.find((capability) => toNameLetters(capability.name) === letters);
  const near = index.nearest(name, NEAR_MAX).filter((candidate) => candidate !== same?.name);
  return { names: [...(same ? [same.name] : []), ...near].slice(0, NEAR_MAX), sameLetters: same?.name ?? null };
}

/** A problem in the words a model reads next turn. */
export function toSentence(problem: Problem): string {
  return problem.next === undefined ? problem.message : `${problem.message} ${problem.next}`;
}
