import { INTENT_TIERS } from "#server/capability/contract";
import { toFolded } from "#server/discovery/fold-text";
import { bindingsOf } from "#server/registry/skills/catalog-bindings";
import { DEFAULT_FOCUS_MODE } from "#server/runs/runs";
import { minTierOf, scopeOf } from "#server/tree/derive-tools";
import type { SkillBinding } from "#server/tree/skill-binding/derive-bindings";
import type { DiagnosisLine } from "./diagnosis";
import { canUseInTier, type Subject, type Utterance } from "./subject";

function toUtteranceDetail(utterance: Utterance, isReached: boolean): { text: string } {
  const verdict = isReached ? "reaches it" : "does not reach it";
  return { text: `"${utterance.text}" is ${utterance.tier} and ${verdict}. ${utterance.reasons.join(" ")}` };
}

/** In which tiers it may be used, and whether the messages that should find it have one of them. */
export function checkTiers(subject: Subject): DiagnosisLine {
  const { node, utterances } = subject;
  const step = "tiers";
  if (!node) return { step, verdict: "skipped", message: "It has no place in the tree yet." };
  const tiers = INTENT_TIERS.filter((tier) => canUseInTier(subject, tier));
  const excluded = node.metadata.routing?.exclude_from ?? [];
  const except = excluded.length > 0 ? `, not in ${excluded.join(", ")}` : "";
  const rule = `It may be used from ${minTierOf(node)} on${except}: ${tiers.join(", ") || "in no tier"}.`;
  if (tiers.length === 0)
    return { step, verdict: "fail", message: rule, next: "Correct routing.min_tier or exclude_from." };
  const reached = utterances.map((utterance) => tiers.includes(utterance.tier));
  const details = utterances.map((utterance, at) => toUtteranceDetail(utterance, reached[at] === true));
  const missed = reached.filter((isReached) => !isReached).length;
  if (missed === 0) return { step, verdict: "ok", message: rule, ...(details.length > 0 ? { details } : {}) };
  const isAll = missed === utterances.length;
  return {
    step,
    verdict: isAll ? "fail" : "warn",
    message: `${rule} ${missed} of ${utterances.length} messages have another tier.`,
    next: "Lower routing.min_tier, or say in the message what should be done.",
    details,
  };
}

/** Whether anything but the tier keeps it from the main agent: a sub-agent's own tool, a hidden loop, a focus mode's list. */
export function checkScope({ catalog, node, entry, name }: Subject): DiagnosisLine {
  const step = "scope";
  const scope = node ? scopeOf(node) : (entry?.contract.tree.runtime?.subagent_scope ?? "");
  if (scope !== "") {
    const next = "Clear runtime.subagent_scope if every loop should have it.";
    return {
      step,
      verdict: "warn",
      message: `Only the sub-agent "${scope}" may use it; the main agent never sees it.`,
      next,
    };
  }
  if (entry?.contract.loop?.hidden === true) {
    const next = "Remove loop.hidden if a model should be able to open it.";
    return {
      step,
      verdict: "fail",
      message: "It is a hidden focus mode: runnable by name, and in no list or search.",
      next,
    };
  }
  const listed = catalog.entries.get(DEFAULT_FOCUS_MODE)?.contract.loop?.capabilities;
  if (listed && !listed.includes(name)) {
    const next = `Add it to loop.capabilities of ${DEFAULT_FOCUS_MODE}, or start the run in a focus mode that has it.`;
    return {
      step,
      verdict: "fail",
      message: `The focus mode ${DEFAULT_FOCUS_MODE} lists what it uses, and not this.`,
      next,
    };
  }
  return { step, verdict: "ok", message: "It is in everybody's scope." };
}

/** Words of its routing that the messages hold; they weigh in the search. */
function findKeywords({ node, entry, utterances }: Subject): string[] {
  const words = node?.metadata.routing?.intent_keywords ?? entry?.contract.tree.routing?.intent_keywords;
  const all = [...(words?.zh ?? []), ...(words?.en ?? [])].filter((word) => word.trim() !== "");
  const texts = utterances.map(({ text }) => toFolded(text));
  return all.filter((word) => texts.some((text) => text.includes(toFolded(word))));
}

/** What became of the tools that a skill names. */
function toClaimsLine(claims: readonly SkillBinding[], fits: string): DiagnosisLine {
  const step = "binding";
  if (claims.length === 0) return { step, verdict: "skipped", message: `It is bound to no tool. ${fits}`.trim() };
  const refused = claims.filter(({ kind }) => kind === "refused").length;
  const details = claims.map((claim) => ({
    text: claim.kind === "bound" ? `Bound to ${claim.tool}.` : `Not bound to ${claim.tool}: ${claim.reason}`,
    capability: claim.tool,
  }));
  const message =
    `It names ${claims.length === 1 ? "one tool" : `${claims.length} tools`} to be bound to. ${fits}`.trim();
  return { step, verdict: refused > 0 ? "warn" : "ok", message, details };
}

/** Whether skills can bind to it and which have, and whether its intent keywords fit (seed 004: 绑定状态和意图匹配). */
export function checkBinding(subject: Subject): DiagnosisLine {
  const { node, type } = subject;
  const step = "binding";
  if (!node) return { step, verdict: "skipped", message: "It has no place in the tree yet." };
  const keywords = findKeywords(subject);
  const fits = keywords.length > 0 ? `Intent keywords in the messages: ${keywords.join(", ")}.` : "";
  const { claims, boundSkills } = bindingsOf(subject.catalog);
  if (type === "skill")
    return toClaimsLine(
      claims.filter(({ skill }) => skill === subject.name),
      fits,
    );
  const isTool = type === "tool" || type === "forge";
  if (!isTool) return { step, verdict: "skipped", message: `A ${type} is bound to nothing. ${fits}`.trim() };
  const { bindable = false } = node.metadata.skills ?? {};
  const bound = boundSkills.get(subject.name) ?? [];
  const details = bound.map((capability) => ({ text: `Bound skill: ${capability}`, capability }));
  const first = bound[0] === undefined ? "no skill is bound to it" : `the skill ${bound[0]} is bound to it`;
  const can = bindable ? "Skills may bind to it" : "No skill may bind to it";
  const message = `${can}; ${bindable ? first : "skills.bindable is false"}. ${fits}`.trim();
  return { step, verdict: "ok", message, ...(details.length > 0 ? { details } : {}) };
}
