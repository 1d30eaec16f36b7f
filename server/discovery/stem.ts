/**
 * Light English stemming: plurals, -ing, -ed and the commonest endings, so that "analyzes", "analyzing" and "analysis"
 * style variants meet without the over-merging of a full stemmer. Takes a lower-case word, answers its stem; words of
 * three letters or fewer and words with anything but a-z come back unchanged.
 */
export function toStem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  return withoutFinalE(withoutSuffix(withoutVerbEnding(withoutPlural(word))));
}

function withoutPlural(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  const ending = /(?:ing|ed)$/.exec(word)?.[0];
  if (!ending) return word;
  const base = word.slice(0, -ending.length);
  if (base.length < 3 || !/[aeiouy]/.test(base)) return word;
  if (/([^aeioulsz])\1$/.test(base)) return base.slice(0, -1);
  return base;
}

const SUFFIXES: readonly (readonly [RegExp, string])[] = [
  [/ization$/, "ize"],
  [/isation$/, "ize"],
  [/ise$/, "ize"],
  [/(?<=[a-z]{3})ation$/, "ate"],
  [/(?<=[a-z]{3})ator$/, "ate"],
  [/(?<=[a-z]{4})ment$/, ""],
  [/(?<=[a-z]{3})ly$/, ""],
];

/** Most words end in none; one test spares them the list. */
const ANY_SUFFIX = /(?:ion|ise|ator|ment|ly)$/;

function withoutSuffix(word: string): string {
  if (!ANY_SUFFIX.test(word)) return word;
  for (const [suffix, replacement] of SUFFIXES) {
    if (suffix.test(word)) return word.replace(suffix, replacement);
  }
  return word;
}

function withoutFinalE(word: string): string {
  if (word.length > 4 && word.endsWith("e")) return word.slice(0, -1);
  return word.length > 3 && word.endsWith("y") ? `${word.slice(0, -1)}i` : word;
}
