/** What is wrong with a description as a model reads it. Codes are stable; more will come. */
export type DescriptionFinding = {
  code: "no_description" | "no_when" | "too_short" | "too_long" | "repeats_name" | "praise";
  message: string;
  /** What to write instead. */
  next: string;
};

/** A Han, kana or hangul character says about as much as a short word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const WORDS_MIN = 5;
const CHARACTERS_MAX = 600;
const PRAISE =
  /\b(?:powerful|amazing|awesome|best|cutting[- ]edge|state[- ]of[- ]the[- ]art|robust|seamless(?:ly)?|world[- ]class|highly recommended|very (?:stable|fast|useful)|super)\b|非常(?:强大|稳定|好用|快)|强烈推荐|功能强大|最好的?|业界领先|极其|完美/giu;

function countWords(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const spaced = text.replace(UNSPACED, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return spaced + unspaced / 2;
}

function toLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Reads a description and its `when` as a model does that knows nothing else of the capability (the extension article 3.1,
 * 3.4 and 5.1): says what, says in which situations, no filler. Empty when there is nothing to say.
 */
export function lintDescription(text: { name: string; description: string; when: string }): DescriptionFinding[] {
  const { name } = text;
  const description = text.description.trim();
  const when = text.when.trim();
  const findings: DescriptionFinding[] = [];
  const add = (code: DescriptionFinding["code"], message: string, next: string) => {
    findings.push({ code, message, next });
  };
  if (description === "") add("no_description", "It has no description.", "Say in one sentence what it does.");
  else if (toLetters(description) === toLetters(name)) {
    add("repeats_name", "The description only repeats the name.", "Say what it does, with what, and what comes out.");
  } else if (countWords(description) < WORDS_MIN) {
    add(
      "too_short",
      `"${description}" is too short to tell it from others.`,
      "Name what it works on and what comes out.",
    );
  }
  if (when === "" && !/\b(?:when|if|use (?:this|it|for)|for)\b|当|用于|适用|场景|时使用/iu.test(description)) {
    add("no_when", "Nothing says in which situations it should be chosen.", "Fill its when with the users' own words.");
  }
  const length = description.length + when.length;
  if (length > CHARACTERS_MAX) {
    const message = `Description and when have ${length} characters; beyond ${CHARACTERS_MAX} what matters drowns.`;
    add("too_long", message, "Keep what tells it from others; move details into the parameters' descriptions.");
  }
  const praise = [...new Set([...`${description} ${when}`.matchAll(PRAISE)].map(([word]) => word))];
  if (praise.length > 0) {
    const message = `Praise tells a model nothing: ${praise.map((word) => `"${word}"`).join(", ")}.`;
    add("praise", message, "Leave it out.");
  }
  return findings;
}
