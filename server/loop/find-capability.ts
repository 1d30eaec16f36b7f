import { CAPABILITY_TYPES, type CapabilityType } from "#server/capability/contract";
import { recordSearch } from "./discover";
import type { LoopCapability } from "./ports";
import { approvalProblem, resolveName, toSentence } from "./resolve";
import { observe, type Turn, taskOf } from "./turn";

const NAMES_PER_KIND_MAX = 3;
const NEAREST_MAX = 3;

/**
 * The capability a model named, when it is of an allowed kind and may run. Otherwise undefined, after an observation said
 * why: another kind with how to use it, a refusal with its reason, or an unknown name with what is near.
 */
export function findCapability(turn: Turn, name: string, kinds: readonly CapabilityType[]): LoopCapability | undefined {
  const resolution = resolveName(turn.view, name);
  if (resolution.kind === "unknown") {
    observeUnknown(turn, name);
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
function observeUnknown(turn: Turn, name: string): void {
  const attempts = taskOf(turn).unknown.get(name) ?? 0;
  const offer = attempts === 0 ? offerNear(turn, name) : "It was searched for already; asking again changes nothing.";
  observe(turn, { observation: `Nothing here is called "${name}". ${offer}`, source: "discovery", isError: true });
}

function offerNear(turn: Turn, name: string): string {
  const { hits } = recordSearch(turn, [name]);
  const usable = hits.filter((hit) => turn.view.get(hit.name));
  const found = CAPABILITY_TYPES.flatMap((kind) => {
    const names = usable.filter((hit) => hit.kind === kind).map((hit) => hit.name);
    return names.length === 0 ? [] : [`${kind}: ${names.slice(0, NAMES_PER_KIND_MAX).join(", ")}`];
  });
  if (found.length > 0) return `Near it are ${found.join("; ")}. Use one of these names exactly, or answer without.`;
  const nearest = turn.view.index.nearest(name, NEAREST_MAX).filter((near) => turn.view.get(near));
  if (nearest.length > 0) return `The nearest names are ${nearest.join(", ")}.`;
  return "Nothing near it was found. Answer without it.";
}
