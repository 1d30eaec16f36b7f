import { toStem } from "./stem";
import { CHINESE_PARTICLES, CHINESE_STOP_PAIRS, ENGLISH_STOP_WORDS } from "./stop-words";

/**
 * One index term and where it stands, in UTF-16 units of the text after NFKC. `isExtra` marks forms that are findable but
 * do not count as length: the joined form of an identifier and single characters of scripts without spaces.
 */
export type Token = { term: string; start: number; end: number; isExtra: boolean };

const CJK = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\u30fc";
const LETTER = `(?:(?![${CJK}])[\\p{L}\\p{M}\\p{N}])`;
const RUNS = new RegExp(`[${CJK}]+|${LETTER}+(?:[_.'\\-]${LETTER}+)*`, "gu");
const ASCII_RUNS = /[A-Za-z0-9]+(?:[_.'-][A-Za-z0-9]+)*/g;
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}+|\p{Lu}/gu;
const ASCII_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[A-Z]/g;
const ASCII_ONLY = /^[\0-\x7f]*$/;
const IS_CJK = new RegExp(`^[${CJK}]`, "u");
const JOINED_LENGTH_MAX = 64;

/**
 * Splits text into index terms (stack.md, "our tokenizer"): NFKC, lower case, identifiers split at camelCase, `_`, `.`, `-`
 * and digit borders and kept joined as well, light English stemming, English stop words left out, pairs and single
 * characters of Chinese, Japanese and Korean runs. A change of script ends a word, so "悬空itgc" gives both halves.
 */
export function tokenize(text: string): Token[] {
  const isAscii = ASCII_ONLY.test(text);
  const normal = isAscii ? text : text.normalize("NFKC");
  const tokens: Token[] = [];
  for (const match of normal.matchAll(isAscii ? ASCII_RUNS : RUNS)) {
    const run = match[0];
    if (!isAscii && IS_CJK.test(run)) addPairs(tokens, run, match.index);
    else addWord(tokens, { run, start: match.index, isAscii });
  }
  return tokens;
}

/**
 * The distinct terms of a query. A run of one character asks by that character, a longer one by its pairs; pairs that
 * only frame a request ("我想", "请帮") are dropped unless nothing else is left.
 */
export function tokenizeQuery(query: string): string[] {
  const tokens = tokenize(query);
  const paired = new Set<number>();
  for (const { term, start, isExtra } of tokens) {
    if (!isExtra && IS_CJK.test(term) && [...term].length === 2)
      paired.add(start).add(start + (term.length - lastLength(term)));
  }
  const asked = tokens.filter(({ isExtra, start, term }) => !(isExtra && IS_CJK.test(term) && paired.has(start)));
  const telling = asked.filter(({ term }) => !CHINESE_STOP_PAIRS.has(term) && !isParticlePair(term));
  return [...new Set((telling.length > 0 ? telling : asked).map(({ term }) => term))];
}

/** True when the text begins with a character of a script that is written without spaces between words. */
export function isUnspaced(text: string): boolean {
  return IS_CJK.test(text);
}

function isParticlePair(term: string): boolean {
  return IS_CJK.test(term) && [...term].length === 2 && CHINESE_PARTICLES.test(term);
}

function lastLength(term: string): number {
  return [...term].at(-1)?.length ?? 1;
}

function addPairs(tokens: Token[], run: string, runStart: number): void {
  let start = runStart;
  let previous = "";
  for (const character of run) {
    const end = start + character.length;
    if (previous) tokens.push({ term: previous + character, start: start - previous.length, end, isExtra: false });
    tokens.push({ term: character, start, end, isExtra: true });
    previous = character;
    start = end;
  }
}

function addWord(tokens: Token[], { run, start, isAscii }: { run: string; start: number; isAscii: boolean }): void {
  const parts = [...run.matchAll(isAscii ? ASCII_PARTS : PARTS)];
  for (const part of parts) {
    const word = part[0].toLowerCase();
    if (ENGLISH_STOP_WORDS.has(word)) continue;
    const from = start + part.index;
    tokens.push({ term: toStem(word), start: from, end: from + part[0].length, isExtra: false });
  }
  if (parts.length < 2 || run.length > JOINED_LENGTH_MAX) return;
  const term = parts.map((part) => part[0].toLowerCase()).join("");
  tokens.push({ term, start, end: start + run.length, isExtra: true });
}
