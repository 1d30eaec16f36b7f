import type { Ignored } from "./intent-evidence";
import type { WordPattern } from "./intent-pattern";
import type { IntentRules } from "./intent-rules";
import {
  POLITE_QUESTION,
  POLITE_REQUEST,
  QUESTION_PARTICLES,
  QUESTION_STARTS,
  REQUEST_STARTS,
  WEAK_QUESTION_START,
} from "./intent-words";
import { clauseBefore, findIgnored, type WordInPlace } from "./word-use";

/** A stretch of a sentence that a rule found. */
export type Found = { text: string; at: number };

/** What a sentence is like as a whole: what asks in it, and what makes a request. */
export type SentenceView = {
  text: string;
  question: (Found & { by: "mark" | "particle" | "start" }) | undefined;
  request: Found | undefined;
  telling: Found | undefined;
};

const QUESTION_MARK = /[?？]+["'”’」』)）]*\s*$/;
const QUESTION_END = /(?:吗|呢|没有|了没|没|怎样|怎么样|会如何)[。.!！~\s]*$/;
/** Of these the verb that follows is what is asked about, however politely. */
const HOW_BEFORE = /(?:怎么|怎样|如何|为什么|为何|谁)[^，,；;。]*$/;
/** 清理策略是怎么工作的: what stands before 是 is asked about, not asked for. */
const IS_SUBJECT = /^[^，,；;]{2,10}是/;
const GOES_ON = /[,，;；]|\b(?:and|then)\b|然后|再|并|接着/;

function findQuestion(text: string): SentenceView["question"] {
  const mark = QUESTION_MARK.exec(text);
  if (mark) return { text: mark[0].trim(), at: mark.index, by: "mark" };
  const end = QUESTION_END.exec(text);
  if (end) return { text: end[0], at: end.index, by: "mark" };
  const weak = WEAK_QUESTION_START.exec(text)?.[0];
  const start =
    weak ?? QUESTION_STARTS.find((word) => text.startsWith(word) && !/^[\w']/.test(text.slice(word.length)));
  if (start !== undefined) return { text: start, at: 0, by: "start" };
  const particles = QUESTION_PARTICLES.map((particle) => ({ text: particle, at: text.indexOf(particle) }))
    .filter(({ at }) => at !== -1)
    .sort((one, other) => one.at - other.at);
  return particles[0] && { ...particles[0], by: "particle" };
}

/** Every occurrence of a list's words with why it does not count, or null. */
export type FoundWord = Found & { place: WordInPlace; ignored: Ignored | null };

/** Occurrences of a list that are judged in one sentence; a person repeats no word so often. */
const OCCURRENCES_MAX = 12;

function toPlaces(text: string, { pattern, forms }: WordPattern): Omit<WordInPlace, "isAsking">[] {
  return [...text.matchAll(pattern)].slice(0, OCCURRENCES_MAX).map(({ index, 0: found }) => ({
    sentence: text,
    at: index,
    length: found.length,
    ...(forms.get(found) ?? { word: found, form: "base" as const }),
  }));
}

/** First word of a list that counts where it stands, by the sentence around it alone. */
export function findFirst(text: string, words: WordPattern): Found | undefined {
  const place = toPlaces(text, words).find((candidate) => findIgnored({ ...candidate, isAsking: false }) === null);
  return place && { text: text.slice(place.at, place.at + place.length), at: place.at };
}

function findRequest(text: string, rules: IntentRules): Found | undefined {
  if (text.startsWith(POLITE_QUESTION)) return undefined;
  const start = REQUEST_STARTS.find((words) => text.startsWith(words) && !/^[a-z]/.test(text.slice(words.length)));
  if (start !== undefined) return { text: start, at: 0 };
  return findFirst(text, rules.request);
}

export function viewSentence(text: string, rules: IntentRules): SentenceView {
  return {
    text,
    question: findQuestion(text),
    request: findRequest(text, rules),
    telling: findFirst(text, rules.telling),
  };
}

function isPolite(view: SentenceView): boolean {
  const request = view.request;
  if (request && /^[a-z]/.test(request.text)) return true;
  return POLITE_REQUEST.test(view.text);
}

/** True when the sentence asks for an answer about the deed at this place, not for the deed. */
function isAskingAt(view: SentenceView, at: number): boolean {
  const { text, question, telling } = view;
  if (telling && telling.at < at && !GOES_ON.test(text.slice(telling.at + telling.text.length, at))) return true;
  const clause = clauseBefore(text, at);
  if (HOW_BEFORE.test(clause)) return true;
  if (question === undefined || isPolite(view)) return false;
  switch (question.by) {
    case "mark":
      // "Delete it?" is the deed with a doubt.
      return at > 0 || QUESTION_PARTICLES.some((particle) => text.includes(particle));
    case "start":
      return clause.trim() !== "" || at === 0;
    case "particle":
      return clause.includes(question.text) || (question.at > at && IS_SUBJECT.test(text.slice(at, question.at)));
  }
}

/** Every word of a list in the sentence, judged where it stands. */
export function findWords(view: SentenceView, words: WordPattern): FoundWord[] {
  return toPlaces(view.text, words).map((found) => {
    const place = { ...found, isAsking: isAskingAt(view, found.at) };
    return {
      text: view.text.slice(place.at, place.at + place.length),
      at: place.at,
      place,
      ignored: findIgnored(place),
    };
  });
}
