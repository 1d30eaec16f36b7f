/** The form an English word has in a sentence; Chinese words and phrases have the first. */
export type WordForm = "base" | "third" | "past" | "ing";

export type WordPattern = { pattern: RegExp; forms: ReadonlyMap<string, { word: string; form: WordForm }> };

function toForms(word: string): [WordForm, string][] {
  const base: [WordForm, string] = ["base", word];
  if (!/^[a-z]{3,}$/.test(word)) return [base];
  if (/[^aeiou]y$/.test(word)) {
    const stem = word.slice(0, -1);
    return [base, ["third", `${stem}ies`], ["past", `${stem}ied`], ["ing", `${word}ing`]];
  }
  if (word.endsWith("e")) {
    return [base, ["third", `${word}s`], ["past", `${word}d`], ["ing", `${word.slice(0, -1)}ing`]];
  }
  const third: [WordForm, string] = ["third", /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`];
  // Doubling cannot be told from the letters alone ("edited", "dropped"), and the wrong form is no word.
  const doubled = `${word}${word.at(-1)}`;
  return [
    base,
    third,
    ...[word, doubled].flatMap((stem): [WordForm, string][] => [
      ["past", `${stem}ed`],
      ["ing", `${stem}ing`],
    ]),
  ];
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function toAlternatives(words: readonly string[]): string {
  return words
    .toSorted((one, other) => other.length - one.length)
    .map(escapePattern)
    .join("|");
}

/**
 * One pattern for a word list. English words match whole, also in the forms of a sentence (created, modifies): "prefix" is
 * no "fix", "address" no "add", and a word inside a file name, a path or a call (`delete.sh`, `removeAll()`) is part of a name.
 * Chinese has no boundaries to look at.
 */
export function toWordPattern(words: readonly string[]): WordPattern {
  const english = words.filter((word) => /^[a-z]/.test(word));
  const chinese = words.filter((word) => !/^[a-z]/.test(word));
  const forms = new Map<string, { word: string; form: WordForm }>();
  for (const word of chinese) forms.set(word, { word, form: "base" });
  for (const word of english) for (const [form, text] of toForms(word)) forms.set(text, { word, form });
  const englishForms = [...forms.keys()].filter((text) => /^[a-z]/.test(text));
  const parts = [
    ...(englishForms.length > 0
      ? [`(?<![\\w/.@#-])(?:${toAlternatives(englishForms)})(?![\\w/(@-]|\\.\\w|'s\\b)`]
      : []),
    ...(chinese.length > 0 ? [toAlternatives(chinese)] : []),
  ];
  // Of no words at all: a pattern that nothing matches.
  return { pattern: new RegExp(parts.join("|") || "(?!)", "g"), forms };
}
