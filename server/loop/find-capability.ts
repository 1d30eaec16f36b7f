import { CAPABILITY_TYPES, type CapabilityType } from "#server/capability/contract";
import { approvalProblem } from "#server/tree/approval-problem";
import { type NearNames, toNearSentence } from "#server/tree/resolve-name";
import { recordSearch } from "./discover";
import type { LoopCapability } from "./ports";
import { resolveName, toSentence } from "./resolve";
import { observe, type Turn, taskOf } from "./turn";

const NAMES_PER_KIND_MAX = 3;

/**
 * The capability a model named, when it is of an allowed kind and may run. Otherwise undefined, after an observation said
 * why: another kind with how to use it, a refusal with its reason, or an unknown name with what is near.
 */
export function findCapability(turn: Turn, name: string, kinds: readonly CapabilityType[]): LoopCapability | undefined {
  const resolution = resolveName(turn.view, name);
  if (resolution.kind === "unknown") {
    observeUnknown(turn, name, resolution.near);
    return undefined;
  }
  if (resolution.kind === "refused") {
    observe(turn, { observation: toSentence(resolution.problem), source: "catalog", isError: true });
    return undefined;
  }
  const { capability, suggestion } = resolution;
  const source = `${capability.type}:${name}`;
  if (!kinds.includes(capability.type)) {
    observe(turn, { observation: suggestion, source, isError: true });
    return undefined;
  }
  const problem = approvalProblem(capability);
  if (!problem) return capability;
  observe(turn, { observation: toSentence(problem), source, isError: true });
  return undefined;
}

/** The first time an unknown name is searched for and what is near is offered; after that it is blocked with no search. */
function observeUnknown(turn: Turn, name: string, near: NearNames): void {
  const attempts = taskOf(turn).unknown.get(name) ?? 0;
  const offer =
    attempts === 0 ? offerNear(turn, name, near) : "It was searched for already; asking again changes nothing.";
  observe(turn, { observation: `Nothing here is called "${name}". ${offer}`, source: "discovery", isError: true });
}

function offerNear(turn: Turn, name: string, near: NearNames): string {
  const { hits } = recordSearch(turn, [name]);
  const usable = hits.filter((hit) => turn.view.get(hit.name));
  const found = CAPABILITY_TYPES.flatMap((kind) => {
    const names = usable.filter((hit) => hit.kind === kind).map((hit) => hit.name);
    return names.length === 0 ? [] : [`${kind}: ${names.slice(0, NAMES_PER_KIND_MAX).join(", ")}`];
  });
  // A slip of the author's hand is said as one; what the search found would only lead away from it.
  if (near.sameLetters !== null) return `${toNearSentence(near)}`;
  if (found.length > 0) return `Near it are ${found.join("; ")}. Use one of these names exactly, or answer without.`;
  return toNearSentence(near) ?? "Nothing near it was found. Answer without it.";
}
