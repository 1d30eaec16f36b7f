import { estimateTokens } from "#server/capability/estimate-tokens";
import type { SearchHit } from "#server/discovery/hit";
import type { CatalogView, LoopCapability } from "#server/loop/ports";
import { LISTED_MAX } from "#server/loop/prompt/background";
import { toCapabilityLine } from "#server/loop/prompt/capability-usage";
import { HITS_PER_QUERY } from "#server/loop/search-memo";
import type { DiagnosisLine, Verdict } from "./diagnosis";
import { canUseInTier, isEmptyPlace, type Subject, type Utterance } from "./subject";

/** How deep a capability that the turn does not see is looked for, to say where it stands. */
const SEARCHED_MAX = 100;
const TERMS_SHOWN = 4;
const ABOVE_SHOWN = 3;

type Ranked = { utterance: Utterance; rank: number | null; hits: SearchHit[]; isMentioned: boolean; isListed: boolean };

/** Drafts beside the subject are no rivals: no loop sees them. */
function isRival({ catalog, name }: Subject, view: CatalogView, candidate: string): boolean {
  return candidate === name || (view.get(candidate) !== undefined && catalog.entries.get(candidate)?.state !== "draft");
}

/** Where the subject stands among what a turn of the utterance's tier sees; as if it were let in where it is not. */
function rank(subject: Subject, utterance: Utterance): Ranked {
  const { catalog, name } = subject;
  const view = subject.viewOf(utterance.tier);
  const isSeen = view.get(name) !== undefined;
  const hits = isSeen
    ? view.index.search(utterance.text, SEARCHED_MAX).filter((hit) => isRival(subject, view, hit.name))
    : catalog.index.search(utterance.text, SEARCHED_MAX, (candidate) => isRival(subject, view, candidate));
  const at = hits.findIndex((hit) => hit.name === name);
  const mentions = isSeen ? view.index.mentions(utterance.text) : catalog.index.mentions(utterance.text);
  return {
    utterance,
    rank: at === -1 ? null : at + 1,
    hits: at === -1 ? hits : hits.slice(0, at + 1),
    isMentioned: mentions.some((hit) => hit.name === name),
    isListed: view.capabilities.slice(0, LISTED_MAX).some((capability) => capability.name === name),
  };
}

/** The words that found a hit and the fields they stand in, heaviest first. */
function toWhy(hit: SearchHit): string {
  const terms = hit.ways.flatMap((way) => (way.way === "bm25" ? way.terms : []));
  const heaviest = terms.toSorted((one, other) => other.score - one.score).slice(0, TERMS_SHOWN);
  if (heaviest.length > 0) return heaviest.map(({ term, field }) => `${term} in ${field}`).join(", ");
  return hit.ways.some(({ way }) => way === "mention")
    ? "its name is in the message"
    : "the message stands in it as it is";
}

function verdictOf({ rank: place, isMentioned, isListed }: Ranked): Verdict {
  if (isMentioned || place === 1) return "ok";
  if (place !== null && place <= HITS_PER_QUERY) return "warn";
  return isListed ? "warn" : "fail";
}

/** Each fact says which message it is of where there are several, so that it can be read alone. */
function toRankDetails(subject: Subject, ranked: Ranked): { text: string; capability?: string }[] {
  const { utterance, rank: place, hits, isMentioned } = ranked;
  const own = hits.find((hit) => hit.name === subject.name);
  const where = place === null ? "is not found" : `is number ${place}${own ? `, by ${toWhy(own)}` : ""}`;
  const mention = isMentioned ? " Its name is mentioned, which counts before every hit." : "";
  const of = subject.utterances.length > 1 ? ` for "${utterance.text}"` : "";
  const above = hits.filter((hit) => hit.name !== subject.name).slice(0, ABOVE_SHOWN);
  return [
    { text: `For "${utterance.text}" (${utterance.tier}) it ${where}.${mention}` },
    ...above.map((hit) => ({
      text: `${place === null ? "Found instead" : "Above it"}${of}: ${hit.name}, by ${toWhy(hit)}`,
      capability: hit.name,
    })),
  ];
}

function toRankSentence({ rank: place, isMentioned }: Ranked): string {
  if (isMentioned) return "The message names it, which counts before every hit.";
  return place === null ? "The search does not find it for the message." : `It is number ${place} for the message.`;
}

const WORST: readonly Verdict[] = ["skipped", "ok", "warn", "fail"];

/** Its place in what the search of a turn finds for the messages, who stands above it and by which words. */
export function checkRank(subject: Subject): DiagnosisLine {
  const step = "rank";
  if (isEmptyPlace(subject))
    return { step, verdict: "skipped", message: "Nothing implements it, so no search looks for it." };
  if (subject.utterances.length === 0) {
    const next = "Give a message that should find it, or write evidence.utterances in its contract.";
    return { step, verdict: "skipped", message: "There is no message to rank it for.", next };
  }
  const ranked = subject.utterances.map((utterance) => rank(subject, utterance));
  const verdict = ranked
    .map(verdictOf)
    .reduce((one, other) => (WORST.indexOf(one) > WORST.indexOf(other) ? one : other));
  const first = ranked.filter((one) => verdictOf(one) === "ok").length;
  const details = ranked.flatMap((one) => toRankDetails(subject, one));
  const message =
    ranked.length === 1 && ranked[0]
      ? toRankSentence(ranked[0])
      : `It comes first for ${first} of ${ranked.length} messages.`;
  if (verdict === "ok") return { step, verdict, message, details };
  const next =
    "Put the words that people use into its when, intent_keywords or utterances, and take them out of what stands above.";
  return { step, verdict, message, next, details };
}

function toTokens(capability: LoopCapability): number {
  return estimateTokens(toCapabilityLine(capability));
}

/** A line that costs more than this is cut short by nobody, and pays for itself in every prompt. */
const LINE_TOKENS_MAX = 300;

/** Whether its line is in every prompt of its tier, and what the lines up to it cost. */
export function checkBudget(subject: Subject): DiagnosisLine {
  const { name, budgetTokens, utterances } = subject;
  const step = "budget";
  const tier = utterances.find((utterance) => canUseInTier(subject, utterance.tier))?.tier ?? "question";
  const { capabilities } = subject.viewOf(tier);
  const at = capabilities.findIndex((capability) => capability.name === name);
  const own = capabilities[at];
  if (!own)
    return { step, verdict: "skipped", message: `A prompt of the tier ${tier} does not have it; see the steps above.` };
  const tokens = toTokens(own);
  const line = { text: toCapabilityLine(own) };
  if (at >= LISTED_MAX) {
    return {
      step,
      verdict: "warn",
      message: `It is number ${at + 1} in the tree's order and a prompt lists ${LISTED_MAX}: only a search that finds it shows it.`,
      next: "Lower prompt.sort_order or its group's place, or make sure that its messages find it.",
      details: [line],
    };
  }
  const upTo = capabilities.slice(0, at + 1).reduce((sum, capability) => sum + toTokens(capability), 0);
  const lines = at === 0 ? "it is the first, and takes" : `the ${at + 1} lines up to it are about`;
  const cost = `Its line is about ${tokens} tokens; ${lines} ${upTo} of ${budgetTokens}.`;
  if (upTo > budgetTokens) {
    const next = "Shorten the descriptions of what stands before it, or give the list more room.";
    return { step, verdict: "warn", message: `${cost} It does not fit.`, next, details: [line] };
  }
  if (tokens <= LINE_TOKENS_MAX) return { step, verdict: "ok", message: cost, details: [line] };
  const next = "Keep what tells it from others: a long list makes a model overlook what is in it.";
  return { step, verdict: "warn", message: `${cost} That is long for one line.`, next, details: [line] };
}

/** From this share of its own score on, another one answers to its words as well. */
const CONFUSABLE_SHARE = 0.5;
const NEIGHBOURS_MAX = 3;

/** Others that its own words find nearly as well: a model that reads both descriptions may take the wrong one. */
export function checkNeighbours({ catalog, name, description, when }: Subject): DiagnosisLine {
  const step = "neighbours";
  // A place without an implementation is taken for nothing: no model reads of it.
  const isNeighbour = (candidate: string) => catalog.entries.has(candidate) || catalog.hostTools.has(candidate);
  const hits = catalog.index.search(`${description} ${when}`, NEIGHBOURS_MAX + 1, isNeighbour);
  const own = hits.find((hit) => hit.name === name)?.score ?? hits[0]?.score ?? 0;
  const alike = hits
    .filter((hit) => hit.name !== name && own > 0 && hit.score / own >= CONFUSABLE_SHARE)
    .map((hit) => ({
      text: `${hit.name}: ${Math.round((100 * hit.score) / own)} % of its own score, by ${toWhy(hit)}`,
      capability: hit.name,
    }));
  const near = catalog.index
    .nearest(name, 1 + NEIGHBOURS_MAX)
    .filter((candidate) => candidate !== name && isNeighbour(candidate));
  const twins = near.filter((candidate) => isNearlySame(candidate, name));
  const details = [
    ...alike,
    ...twins.map((capability) => ({ text: `${capability} has nearly the same name.`, capability })),
  ];
  if (details.length === 0)
    return { step, verdict: "ok", message: "Nothing else answers to its words or nearly has its name." };
  const next = "Say in both descriptions what the other one is for, or make one of them.";
  const count = details.length === 1 ? "1 other is" : `${details.length} others are`;
  return { step, verdict: "warn", message: `${count} easily taken for it.`, next, details };
}

function isNearlySame(one: string, other: string): boolean {
  const toLetters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const [a, b] = [toLetters(one), toLetters(other)];
  return a === b || a === `${b}s` || b === `${a}s`;
}
