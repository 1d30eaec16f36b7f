import type { IntentTier } from "#server/capability/contract";
import { type IntentEvidence, POINTS, type ScoreRule } from "./intent-evidence";
import type { IntentRules } from "./intent-rules";
import { type Found, type FoundWord, findFirst, findWords, type SentenceView, viewSentence } from "./intent-signals";
import { IMAGE_FILE, STATE_WORDS, THIS_FILE, VISUAL_TARGET } from "./intent-words";
import type { Sentence } from "./split-sentences";
import { isPartOfText } from "./word-use";

const URL = /\bhttps?:\/\/\S+|\bwww\.\S+/;
const FILE_PATH =
  /(?:^|[\s"'`(])(?:\.{0,2}|~)\/[\w.-]+|[a-z]:\\\S+|[\w-]+\.(?:txt|log|md|csv|tsv|json|jsonl|ya?ml|toml|ini|xml|html?|js|mjs|ts|tsx|py|go|rs|java|sh|sql|pdf|docx?|xlsx?|png|jpe?g|gif|webp|svg|zip|tar|gz)\b/;

/** `tier` null: the sentence says nothing of what is wanted. Offsets of the evidence are those of the sentence's text. */
export type JudgedSentence = { tier: IntentTier | null; evidence: IntentEvidence[] };

function toEvidence(rule: IntentEvidence["rule"], { text, at }: Found, ignored: IntentEvidence["ignored"] = null) {
  return { rule, text, start: at, end: at + text.length, ignored };
}

function findMatch(text: string, pattern: RegExp): Found | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const lead = match[0].length - match[0].trimStart().length;
  return { text: match[0].trim(), at: match.index + lead };
}

/** Things count only in a sentence that wants something done with them: "where do files go?" opens none. A named file always. */
function findSignals(view: SentenceView, rules: IntentRules): [ScoreRule, Found][] {
  const { text, question, request, telling } = view;
  const action = findWords(view, rules.action).find(({ ignored }) => ignored === null);
  const path = findMatch(text, FILE_PATH);
  const address = findMatch(text, URL);
  const isTask = (action ?? request) !== undefined;
  const isBare = !isTask && (path ?? address ?? question) === undefined;
  const found: Record<ScoreRule, Found | undefined> = {
    question,
    request,
    telling,
    action,
    file: path ?? (isTask ? findFirst(text, rules.file) : telling && findMatch(text, THIS_FILE)),
    address,
    config: isTask ? findFirst(text, rules.config) : undefined,
    state: isBare ? findMatch(text, STATE_WORDS) : undefined,
  };
  const order = Object.keys(POINTS) as ScoreRule[];
  return order.flatMap((rule): [ScoreRule, Found][] => (found[rule] ? [[rule, found[rule]]] : []));
}

/** Taking away part of a text is writing, whatever the word. */
function findDeletions(view: SentenceView, rules: IntentRules): FoundWord[] {
  return findWords(view, rules.deletion).map((found) =>
    found.ignored === null && isPartOfText(found.place) ? { ...found, ignored: "part_of_text" } : found,
  );
}

const counts = ({ ignored }: FoundWord) => ignored === null;

/**
 * The tier of one sentence (domain.md 2.4): words of deleting, then of pictures and browsers, then a score of which a negative
 * one is a question and any other a task, writing when a word of writing counts.
 */
export function judgeSentence({ text }: Sentence, rules: IntentRules): JudgedSentence {
  const view = viewSentence(text, rules);
  const deletions = findDeletions(view, rules);
  const pictures = findWords(view, rules.picture);
  const leftOut = [
    ...deletions.map((found) => toEvidence("deletion", found, found.ignored)),
    ...pictures.map((found) => toEvidence("picture", found, found.ignored)),
  ].filter(({ ignored }) => ignored !== null);

  const deletion = deletions.find(counts);
  if (deletion) return { tier: "task_delete", evidence: [toEvidence("deletion", deletion), ...leftOut] };

  const edit = deletions.find(({ ignored }) => ignored === "part_of_text");
  const writing = findWords(view, rules.writing).find(counts) ?? edit;
  const picture =
    pictures.find(counts) ?? findMatch(text, VISUAL_TARGET) ?? (writing ? undefined : findMatch(text, IMAGE_FILE));
  if (picture) return { tier: "task_multimodal", evidence: [toEvidence("picture", picture), ...leftOut] };

  const signals = findSignals(view, rules);
  const score = signals.reduce((sum, [rule]) => sum + POINTS[rule], 0);
  const evidence = [...signals.map(([rule, found]) => toEvidence(rule, found)), ...leftOut];
  if (score < 0) return { tier: "question", evidence };
  if (writing) return { tier: "task_write", evidence: [...evidence, toEvidence("writing", writing)] };
  return { tier: signals.length > 0 ? "task_light" : null, evidence };
}
