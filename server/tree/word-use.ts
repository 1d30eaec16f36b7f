import type { Ignored } from "./intent-evidence";
import type { WordForm } from "./intent-pattern";
import { ALSO_NOUNS, NOUNS, PARTS_OF_TEXT } from "./intent-words";

/** One word of a rule in its sentence, all lower case. */
export type WordInPlace = {
  sentence: string;
  /** Offset and length in the sentence. */
  at: number;
  length: number;
  word: string;
  form: WordForm;
  /** True when the whole sentence asks for an answer and not for a deed. */
  isAsking: boolean;
};

const QUOTES = /"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』|`[^`]*`|‘[^’]*’|(?<![\w])'[^']*'(?!\w)/g;
/** What stands in quotation marks after these is to be done, not talked about. */
const RUNS = /(?:\b(?:run|execute|exec|type|command)|运行|执行|跑|跑一下|执行一下|命令)[:：]?\s*$/;

const SOFT_NEGATION_EN =
  /\b(?:don't|do not|doesn't|does not|didn't|never|without|not|no need to|avoid|instead of|rather than|prevent|stop)\s+(?:[a-z']+\s+){0,3}$/;
const NO_NEGATION_EN =
  /\b(?:don't|do not|never) (?:forget|hesitate|be afraid)\b[^,;]*$|\bwhy (?:don't|not|do not)\b[^,;]*$|\bnot only\b[^,;]*$/;
/** "Delete nothing" and "no file may be deleted" turn it round as well. */
const NEGATED_AFTER = /^\s*(?:nothing|none|neither|no)\b/;
const STRONG_NEGATION_ZH =
  /(?:(?<!要)不要(?!的|了|紧|忘|犹豫|怕|只)|(?<![区分差特类级性])别(?!的|人|处|名|忘|客气|犹豫)|请勿|勿|不许|不准|禁止|无需|不用(?!的|了)|不必|不需要(?!的|了)|没必要|避免|防止|以免|不想|不打算)[^，,。.;；:：!！?？]*$/;
const WEAK_NEGATION_ZH =
  /(?<!要|是|得)(?:不(?!得不|如|妨|管|过|但|仅)|没有?|未|无法|尚未)[^，,。.;；:：!！?？的]{0,2}$/;

function isQuoted(sentence: string, at: number, length: number): boolean {
  for (const { index, 0: quote } of sentence.matchAll(QUOTES)) {
    if (at < index || at + length > index + quote.length) continue;
    const isWhole =
      sentence.slice(0, index).trim() === "" && /^[\s.。!！]*$/.test(sentence.slice(index + quote.length));
    return !isWhole && !RUNS.test(sentence.slice(0, index));
  }
  return false;
}

/** Further back than this nothing says how a word is meant. */
const LOOK_BACK = 160;
const CLAUSE_ENDS = ",;:：，；(（";

/** From the last mark that ends a clause to the word. */
export function clauseBefore(sentence: string, at: number): string {
  let start = at;
  const first = Math.max(0, at - LOOK_BACK);
  while (start > first && !CLAUSE_ENDS.includes(sentence.charAt(start - 1))) start -= 1;
  return sentence.slice(start, at);
}

function isNegated({ sentence, at, length }: WordInPlace): boolean {
  const before = clauseBefore(sentence, at);
  if (NO_NEGATION_EN.test(before)) return false;
  return (
    SOFT_NEGATION_EN.test(before) ||
    STRONG_NEGATION_ZH.test(before) ||
    WEAK_NEGATION_ZH.test(before) ||
    NEGATED_AFTER.test(sentence.slice(at + length))
  );
}

/** Words before which a verb in its base form is a request, or goes on with one. */
const VERB_BEFORE =
  /^(?:please|you|and|then|or|me|just|also|now|let's|us|kindly|simply|ok|okay|so|but|next|finally|again|otherwise|don't|not|first|only|either|to|go|quickly|completely|permanently|automatically|safely|hey|hi|hello)$/;
/** Words after which an infinitive says what is wanted: "I want to delete", not "the button to delete". */
const WANTS =
  /\b(?:want|wants|need|needs|like|love|have|going|you|me|us|try|time|sure|ready|wish|plan|forget|hesitate)\s+to\s+$/;
const SUBJECT_BEFORE =
  /\b(?:(?:when|if|whenever|once|after|before|while|until|how|what|why|where)\s+(?:do\s+|does\s+|did\s+|can\s+|would\s+)?(?:i|you|we|they|he|she|it|one|people|users?)|i|we|they|he|she|who|people|users?|that|which|it)\s+$/;
const HELPER_BEFORE = /\b(?:will|would|may|might|could|can|did|does|do|shall|should|must|cannot|can't|won't)\s+$/;
const YOU_HELPER_BEFORE = /\b(?:you (?:can|may|should|must|could)|we (?:should|must|can))\s+$/;
const NOUN_BEFORE =
  /\b(?:a|an|the|this|that|these|those|my|your|our|its|their|his|her|each|every|any|some|which|what|soft|hard|bulk|cascade|last|latest|nightly|of|for|from|with|in|by|via|about|per|as|is|was|are|were|be|been|without)\s+$/;
const NOUN_AFTER =
  /^\s+(?:buttons?|endpoints?|keys?|methods?|functions?|requests?|operations?|permissions?|markers?|flags?|options?|commands?|statements?|apis?|calls?|handlers?|events?|icons?|dialogs?|modes?|logs?|errors?|status|reviews?|tests?|failed|fails|is|was|does|did|has)\b/;
const WANTED_PAST =
  /\b(?:want|wants|need|needs|like|get|have)\s+(?:it|them|this|that|these|those|the|my|our|all|everything|every)\b[^,;]*$|\b(?:must|should|has to|have to|needs? to|to) be\s+$/;
const NOTHING_BEFORE = /\b(?:no|nothing|none|not)\b/;
const ING_OF_REQUEST = /\b(?:start|begin|keep|continue|finish|by|try|about|mind)\s+$/;

function isDescribedInEnglish({ sentence, at, length, word, form }: WordInPlace): boolean {
  const before = clauseBefore(sentence, at);
  switch (form) {
    case "third":
      return true;
    case "past":
      return !WANTED_PAST.test(before) || NOTHING_BEFORE.test(before);
    case "ing":
      return !ING_OF_REQUEST.test(before);
    case "base":
      return isDescribedBase(before, sentence.slice(at + length), ALSO_NOUNS.has(word));
  }
}

function isDescribedBase(before: string, after: string, isAlsoNoun: boolean): boolean {
  const previous = /([a-z']+)\s+$/.exec(before)?.[1];
  if (before.trim() === "") return false;
  if (YOU_HELPER_BEFORE.test(before)) return false;
  if (SUBJECT_BEFORE.test(before) || HELPER_BEFORE.test(before)) return true;
  if (previous === "to") return !WANTS.test(before);
  if (previous !== undefined && VERB_BEFORE.test(previous)) return false;
  return NOUN_BEFORE.test(before) || NOUN_AFTER.test(after) || isAlsoNoun;
}

const DONE_BEFORE_ZH = /(?:被[^，。的]{0,6}|已经?|误|刚才|刚刚|会自动|会|正在|自动)$/;
const DONE_AFTER_ZH = /^(?:(?:了|掉|过)?的|之?前|时|失败|不了|不掉)/;
/** After these a word names a thing: 给删除按钮…, 为清理任务…, 把删除接口…. */
const NOUN_BEFORE_ZH = /(?:给|为|对|在|把|将|[一这那每某]个|该|的|关于|加|改|测试|修复|优化|检查|点击?)$/;
/** What is to be made may itself delete something: 写一个脚本，定期删除旧日志. */
const MAKING_ZH = /(?:新增|编写|写|开发|实现|创建|新建|添加|增加|加|设计|生成|做)(?:一下)?一?[个份段条张支套]/;
const GOES_ON_ZH = /然后|再|接着|之后|最后|并且?|同时|把|将/;

function isDescribedInChinese({ sentence, at, length }: WordInPlace): boolean {
  const before = sentence.slice(Math.max(0, at - LOOK_BACK), at);
  if (DONE_BEFORE_ZH.test(before) || NOUN_BEFORE_ZH.test(before)) return true;
  if (DONE_AFTER_ZH.test(sentence.slice(at + length))) return true;
  const making = MAKING_ZH.exec(before);
  return making !== null && !GOES_ON_ZH.test(before.slice(making.index + making[0].length));
}

/**
 * Why a word that stands in a sentence asks for nothing there, or null when it asks (domain.md 2.4, which counts every
 * substring). Unsure, it counts: a missed deletion is worse than one that is asked about once too often.
 */
export function findIgnored(place: WordInPlace): Ignored | null {
  const { sentence, at, length, word } = place;
  if (isQuoted(sentence, at, length)) return "quoted";
  if (isNegated(place)) return "negated";
  if (place.isAsking) return "asked_about";
  if (!NOUNS.has(word)) {
    const isEnglish = /^[a-z]/.test(word);
    if (isEnglish ? isDescribedInEnglish(place) : isDescribedInChinese(place)) return "described";
  }
  return null;
}

/** True when what is taken away is part of a text, so that the text is edited: "remove the trailing spaces". */
export function isPartOfText({ sentence, at, length }: WordInPlace): boolean {
  return PARTS_OF_TEXT.test(sentence.slice(at + length));
}
