import {
  ACTION_VERBS,
  CONFIG_WORDS,
  DELETE_WORDS,
  FILE_WORDS,
  GREETINGS,
  IMPERATIVE_ANYWHERE,
  IMPERATIVE_STARTS,
  MULTIMODAL_WORDS,
  NEGATIONS_EN,
  NEGATIONS_ZH,
  POLITE_QUESTION,
  QUESTION_PARTICLES,
  QUESTION_STARTS,
  WRITE_WORDS,
} from "./intent-words";
import type { IntentTierDecision } from "./node";

const GREETING_LENGTH_MAX = 10;
/** Signals are looked for in this much of a message: what is asked stands at its head, and a pasted log decides nothing. */
const READ_CHARACTERS_MAX = 2_000;

const URL = /\bhttps?:\/\/\S+|\bwww\.\S+/;
const FILE_PATH =
  /(?:^|[\s"'`(])(?:\.{0,2}|~)\/[\w.-]+|[A-Za-z]:\\\S+|\b[\w-]+\.(?:txt|log|md|csv|tsv|json|jsonl|ya?ml|toml|ini|xml|html?|js|mjs|ts|tsx|py|go|rs|java|sh|sql|pdf|docx?|xlsx?)\b/i;

/** Endings an English word takes in a sentence: creates, created, creating; modifies, modified. */
function toEnglishPattern(word: string): string {
  if (word.includes(" ") || word.length < 3) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}(?:y|ies|ied|ying)`;
  if (word.endsWith("e")) return `${word.slice(0, -1)}(?:e|es|ed|ing)`;
  return `${word}(?:s|es|ed|ing|${word.at(-1)}(?:ed|ing))?`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** One pattern for a word list. Boundaries for English, since "prefix" is no "fix" and "address" no "add"; none for Chinese. */
function toPattern(words: readonly string[]): RegExp {
  const english = words.filter((word) => /^[a-z]/.test(word)).map((word) => toEnglishPattern(escapePattern(word)));
  const chinese = words.filter((word) => !/^[a-z]/.test(word)).map(escapePattern);
  const parts = [
    ...(english.length > 0 ? [`(?<![\\w-])(?:${english.join("|")})(?![\\w-])`] : []),
    ...(chinese.length > 0 ? [chinese.join("|")] : []),
  ];
  return new RegExp(parts.join("|"), "g");
}

const DELETE = toPattern(DELETE_WORDS);
const MULTIMODAL = toPattern(MULTIMODAL_WORDS);
const WRITE = toPattern(WRITE_WORDS);
const ACTION = toPattern(ACTION_VERBS);
const FILE = toPattern(FILE_WORDS);
const CONFIG = toPattern(CONFIG_WORDS);
const IMPERATIVE = toPattern(IMPERATIVE_ANYWHERE);

function isNegated(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at);
  const clause = before.slice(before.search(/[^.,;:!?，。；：！？]*$/));
  return NEGATIONS_EN.test(clause) || NEGATIONS_ZH.test(clause);
}

/** First word of the list that the text holds and does not negate. */
function findWord(text: string, pattern: RegExp): string | undefined {
  for (const match of text.matchAll(pattern)) {
    if (!isNegated(text, match.index)) return match[0];
  }
  return undefined;
}

function isGreeting(text: string): boolean {
  const bare = text.replace(/[\s.,!?~，。！？～、]+$/u, "");
  return [...bare].length <= GREETING_LENGTH_MAX && GREETINGS.includes(bare);
}

/** The mark, particle or first word that makes a question; undefined when nothing does. */
function findQuestion(text: string): string | undefined {
  const mark = /[?？]\s*$/.exec(text)?.[0].trim();
  const start = QUESTION_STARTS.find((word) => new RegExp(`^${escapePattern(word)}(?![\\w'])`).test(text));
  return mark ?? QUESTION_PARTICLES.find((particle) => text.includes(particle)) ?? start;
}

function findRequest(text: string): string | undefined {
  if (text.startsWith(POLITE_QUESTION)) return undefined;
  const start = IMPERATIVE_STARTS.find((words) => text.startsWith(words));
  return start ?? findWord(text, IMPERATIVE);
}

type Signal = { points: number; what: string; found: string | undefined };

function findSignals(text: string, original: string): Signal[] {
  return [
    { points: -3, what: "asks a question", found: findQuestion(text) },
    { points: 5, what: "makes a request", found: findRequest(text) },
    { points: 4, what: "names an action", found: findWord(text, ACTION) },
    { points: 6, what: "names a file or folder", found: FILE_PATH.exec(original)?.[0].trim() ?? findWord(text, FILE) },
    { points: 6, what: "names an address", found: URL.exec(text)?.[0] },
    { points: 4, what: "is about settings", found: findWord(text, CONFIG) },
  ];
}

/**
 * Gives a message its tier by rules, in well under a millisecond and without a model (domain.md 2.4): greeting by equality,
 * then words of deletion, then of pictures and browsers, then a score (in tenths, so that sums are exact) of which a negative
 * one is a question and any other a task, writing when it holds a word of writing. Two deviations, since plain substrings
 * were known to be wrong: English words match whole, and a negated word does not count. `reasons` says what decided it.
 */
export function classifyIntent(message: string): IntentTierDecision {
  const original = message.trim().slice(0, READ_CHARACTERS_MAX);
  const text = original.toLowerCase().replaceAll("’", "'");
  if (text === "" || isGreeting(text)) return { tier: "greeting", reasons: ["The whole message is a greeting."] };
  const deletion = findWord(text, DELETE);
  if (deletion) return { tier: "task_delete", reasons: [`"${deletion}" asks to delete something.`] };
  const picture = findWord(text, MULTIMODAL);
  if (picture) return { tier: "task_multimodal", reasons: [`"${picture}" needs a browser, a screen or pictures.`] };
  const signals = findSignals(text, original).filter(({ found }) => found !== undefined);
  const score = signals.reduce((sum, { points }) => sum + points, 0);
  const reasons = signals.map(({ what, found, points }) => `It ${what} ("${found}", ${toTenths(points)}).`);
  if (score < 0) return { tier: "question", reasons };
  const writing = findWord(text, WRITE);
  if (writing) return { tier: "task_write", reasons: [...reasons, `"${writing}" asks for something new or changed.`] };
  return { tier: "task_light", reasons: reasons.length > 0 ? reasons : ["Nothing in it says more than: a task."] };
}

function toTenths(points: number): string {
  return `${points > 0 ? "+" : "-"}0.${Math.abs(points)}`;
}
