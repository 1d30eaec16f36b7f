import type { IntentTier } from "#server/capability/contract";
import { type IntentEvidence, type IntentTierDecision, toReason } from "./intent-evidence";
import type { IntentRules } from "./intent-rules";
import { GREETINGS } from "./intent-words";
import { type JudgedSentence, judgeSentence } from "./judge-sentence";
import { type Sentence, splitSentences } from "./split-sentences";

const GREETING_LENGTH_MAX = 40;
/** Signals are looked for in this much of a message: what is asked stands at its head, and a pasted log decides nothing. */
const READ_CHARACTERS_MAX = 2_000;

const GREETING = new RegExp(
  `^(?:(?:${GREETINGS.toSorted((one, other) => other.length - one.length).join("|")})(?![a-z])[\\s.,!?~，。！？～、…]*)+$`,
);

/** Of several sentences the one that needs most decides; the tiers are a list, and writing stands below pictures. */
const BY_WEIGHT: readonly IntentTier[] = ["question", "task_light", "task_write", "task_multimodal", "task_delete"];

type Judged = JudgedSentence & { sentence: Sentence };

/** Says yes to what the sentences before it asked about. */
const CONFIRMS =
  /^(?:(?:yes|if so)[, ]+)?(?:please do|do (?:it|so)|go ahead)[\s.!]*$|^(?:那就|就|如果是，?就)(?:删吧|这么做吧?)[\s。！]*$/;

function isAskedAbout({ rule, ignored }: IntentEvidence): boolean {
  return rule === "deletion" && ignored === "asked_about";
}

/** "Can it be deleted? If so, do it." asks for the deed in two sentences. */
function confirm(judged: readonly Judged[]): Judged[] {
  const confirming = judged.findLastIndex(({ sentence }) => CONFIRMS.test(sentence.text));
  return judged.map((one, at) => {
    if (at >= confirming || !one.evidence.some(isAskedAbout)) return one;
    const evidence = one.evidence.filter(isAskedAbout).map((piece) => ({ ...piece, ignored: null }));
    return { ...one, tier: "task_delete", evidence };
  });
}

/**
 * Gives a message its tier by rules, in well under a millisecond and without a model (domain.md 2.4): a greeting when it is
 * nothing else, otherwise the tier of the sentence that needs most; `judgeSentence` has the rules of one. Where the source
 * counts every substring, a word counts here only where it asks for the deed (`word-use.ts`).
 */
export function classifyIntent(message: string, rules: IntentRules): IntentTierDecision {
  const read = message.slice(0, READ_CHARACTERS_MAX);
  const sentences = splitSentences(read);
  if (isGreeting(sentences.map(({ text }) => text).join(" "))) {
    return { tier: "greeting", reasons: ["The whole message is a greeting."], evidence: [] };
  }
  const judged = confirm(
    sentences
      .filter(({ text }) => !isGreeting(text))
      .map((sentence) => ({ sentence, ...judgeSentence(sentence, rules) })),
  );
  const weight = Math.max(...judged.map(({ tier }) => (tier === null ? -1 : BY_WEIGHT.indexOf(tier))));
  const tier = BY_WEIGHT[weight] ?? "task_light";
  const evidence = judged.flatMap(({ sentence, evidence: found, tier: own }) =>
    found
      .filter(({ ignored }) => own === tier || ignored !== null)
      .map((piece): IntentEvidence => {
        const start = sentence.start + piece.start;
        const end = sentence.start + piece.end;
        return { ...piece, start, end, text: message.slice(start, end) };
      }),
  );
  const reasons = evidence.map(toReason);
  return { tier, reasons: reasons.length > 0 ? reasons : ["Nothing in it says more than: a task."], evidence };
}

function isGreeting(text: string): boolean {
  return text.length <= GREETING_LENGTH_MAX && (text === "" || GREETING.test(text));
}
