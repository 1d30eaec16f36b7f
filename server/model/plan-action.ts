import type { JsonObject } from "#server/capability/json";
import { createMentionIndex } from "#server/discovery/mention";
import { fillArguments, findMissing } from "./fill-arguments";
import { type MessageFacts, parseMessage } from "./message-facts";
import type { PlannerCandidate, PlannerHints, PlannerStep } from "./model";
import { findLanguage, PLANNER_WORDS, type PlannerWords } from "./planner-words";
import { summarizeOutput } from "./summarize-output";

export type ActionHints = Extract<PlannerHints, { purpose: "action" }>;

/** The hints with the message read once, and the words of its language. */
type Planning = ActionHints & { facts: MessageFacts; words: PlannerWords };

/** A candidate this far below the best one is taken for noise. */
const SCORE_SHARE_MIN = 0.45;
/** Below this even the best one is not said to fit; measured on a catalog of tens, where one rare word gives 2 to 3. */
const SCORE_MIN_TO_FIT = 4;
const EXCERPT_LENGTH_MAX = 600;

/**
 * Chooses the next action as a model would, from search scores alone (design.md 7): call what the message names, else the
 * best-scoring capability whose arguments the message gives; sum up what came back; say what is missing; say that nothing
 * matched and which capability was refused. Answers the flattened action object of domain.md 1.3. Deterministic.
 */
export function planAction(hints: ActionHints): JsonObject {
  const words = PLANNER_WORDS[findLanguage(hints.message)];
  if (hints.tier === "greeting") return toAnswer(words.greeting, words.summing, hints);
  const planning: Planning = { ...hints, facts: parseMessage(hints.message), words };
  const named = explainNamedRefusal(planning);
  if (named) return toAnswer(named, words.concluding, hints);
  const next = chooseNext(planning);
  if (next) return toCall(next, planning);
  const hasCalled = hints.steps.some(({ capability }) => capability !== null);
  return hasCalled
    ? toAnswer(concludeSteps(planning), words.summing, hints)
    : toAnswer(explainNothing(planning), words.concluding, hints);
}

/**
 * Who names a capability wants that one: when it may not be used here and nothing was called yet, saying why is the answer,
 * not the next best match. null when the message names none of the refused.
 */
function explainNamedRefusal({ message, refused, steps, candidates, words }: Planning): string | null {
  if (steps.length > 0 || candidates.some(({ isMentioned }) => isMentioned)) return null;
  const index = createMentionIndex(refused.map(({ name }) => ({ name, title: name })));
  const [mention] = index.find(message);
  const named = mention && refused[mention.document];
  return named ? toRefusalLine(named, words) : null;
}

function toRefusalLine({ name, problem }: ActionHints["refused"][number], words: PlannerWords): string {
  return words.notUsed(name, problem.next ? `${problem.message} ${problem.next}` : problem.message);
}

/** The capability to call now; undefined when the time has come to answer. */
function chooseNext(hints: Planning): PlannerCandidate | undefined {
  const called = hints.steps.filter((step) => step.capability !== null);
  const tried = new Set([...called.map(({ capability }) => capability), ...hints.loadedSkills]);
  const open = hints.candidates.filter(
    (candidate) => !tried.has(candidate.name) && findAction(candidate, hints.actions),
  );
  const mentioned = open.find(({ isMentioned }) => isMentioned);
  if (mentioned) return mentioned;
  if (called.some((step) => !isRefusedFocus(step, hints))) return undefined;
  return rankByScore(open).find((candidate) => isFillable(candidate, hints));
}

/** A focus mode that was named and refused, as it is from inside itself, leaves its job to the other capabilities. */
function isRefusedFocus({ capability, isError }: PlannerStep, { candidates }: ActionHints): boolean {
  return isError && candidates.find(({ name }) => name === capability)?.kind === "focus_mode";
}

/** Best first, without those far below the best. */
function rankByScore(candidates: readonly PlannerCandidate[]): PlannerCandidate[] {
  const ranked = candidates.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  const best = ranked[0]?.score ?? 0;
  return ranked.filter(({ score }) => score >= best * SCORE_SHARE_MIN);
}

/** A focus mode is entered only by name: without a model it can do no more than the loop that it would leave. */
function isFillable({ kind, inputSchema }: PlannerCandidate, { facts, steps }: Planning): boolean {
  if (kind === "focus_mode") return false;
  if (kind === "skill") return true;
  return findMissing({ facts, schema: inputSchema, steps }).length === 0;
}

/** The action that calls a kind, with the parameter that names it; the first one this loop allows. */
const CALLS: Record<PlannerCandidate["kind"], readonly (readonly [action: string, parameter: string])[]> = {
  tool: [
    ["require_tool", "tool_require_payload"],
    ["directly_call_tool", "directly_call_tool_name"],
    ["load_capability", "capability_identifier"],
  ],
  forge: [
    ["require_ai_blueprint", "blueprint_payload"],
    ["load_capability", "capability_identifier"],
  ],
  skill: [["load_capability", "capability_identifier"]],
  focus_mode: [["load_capability", "capability_identifier"]],
};

function findAction({ kind }: PlannerCandidate, actions: readonly string[]) {
  return CALLS[kind].find(([action]) => actions.includes(action));
}

function toCall(candidate: PlannerCandidate, { actions, facts, steps, words }: Planning): JsonObject {
  const [action, parameter] = findAction(candidate, actions) ?? ["load_capability", "capability_identifier"];
  return {
    "@action": action,
    identifier: toIdentifier(candidate.name),
    human_readable_thought: words.chosen(candidate.name, candidate.isMentioned),
    [parameter]: candidate.name,
    ...(action === "directly_call_tool"
      ? { directly_call_tool_params: fillArguments({ facts, schema: candidate.inputSchema, steps }) }
      : {}),
  };
}

function toAnswer(text: string, thought: string, { actions }: ActionHints): JsonObject {
  if (!actions.includes("directly_answer") && actions.includes("finish")) {
    return { "@action": "finish", identifier: "finish", human_readable_thought: text };
  }
  return { "@action": "directly_answer", identifier: "answer", human_readable_thought: thought, answer_payload: text };
}

function concludeSteps(hints: Planning): string {
  const called = hints.steps.filter((step) => step.capability !== null);
  const good = called.filter(({ isError }) => !isError);
  const { words } = hints;
  if (good.length > 0) {
    // A focus mode's answer says by itself that no model is connected.
    const hasOwnWords = good.every((step) => isFocusAnswer(step, hints));
    return [...(hasOwnWords ? [] : [words.noModel]), ...good.map((step) => describeStep(step, hints))].join("\n\n");
  }
  const last = called[called.length - 1];
  return last ? describeFailure(last, hints) : words.nothingMatched;
}

function describeStep(step: PlannerStep, { candidates, loadedSkills, words }: Planning): string {
  const name = step.capability ?? "";
  const candidate = candidates.find((one) => one.name === name);
  if (loadedSkills.includes(name) || candidate?.kind === "skill")
    return words.loaded(name, candidate?.description ?? "");
  if (isFocusAnswer(step, { candidates, loadedSkills })) return `${words.focusAnswered(name)}\n${step.observation}`;
  return `${words.answered(name)}\n${summarizeOutput(step.output, words)}`;
}

/** Of the calls that went well only a focus mode has words in place of an output. */
function isFocusAnswer(
  { capability, output }: PlannerStep,
  { candidates, loadedSkills }: Pick<Planning, "candidates" | "loadedSkills">,
): boolean {
  const kind = candidates.find(({ name }) => name === capability)?.kind;
  return output === null && kind !== "skill" && !loadedSkills.includes(capability ?? "");
}

/** A failed call names what the message lacks when that explains it, else the failure's own sentence. */
function describeFailure(step: PlannerStep, { candidates, facts, steps, words }: Planning): string {
  const name = step.capability ?? "";
  const candidate = candidates.find((one) => one.name === name);
  const missing = candidate ? findMissing({ facts, schema: candidate.inputSchema, steps }) : [];
  if (missing.length > 0) return words.missing(name, missing.map(toMissingLine));
  return words.failed(name, toExcerpt(step.observation, words));
}

function explainNothing(hints: Planning): string {
  const { words } = hints;
  const refused = hints.refused.map((one) => toRefusalLine(one, words));
  const [best] = rankByScore(hints.candidates);
  if (!best || best.score < SCORE_MIN_TO_FIT || refused.length > 0)
    return [words.nothingMatched, ...refused].join("\n");
  const missing = findMissing({ facts: hints.facts, schema: best.inputSchema, steps: hints.steps });
  return missing.length > 0 ? words.missing(best.name, missing.map(toMissingLine)) : words.nothingMatched;
}

function toMissingLine({ name, description }: { name: string; description: string }): string {
  return description ? `- ${name}: ${description}` : `- ${name}`;
}

function toExcerpt(text: string, words: PlannerWords): string {
  return text.length > EXCERPT_LENGTH_MAX ? `${text.slice(0, EXCERPT_LENGTH_MAX)}${words.cut(text.length)}` : text;
}

/** Short snake_case, at most 30 characters (domain.md 1.3). */
function toIdentifier(name: string): string {
  return `use_${name.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`.slice(0, 30).replace(/_+$/, "");
}
