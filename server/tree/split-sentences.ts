/** One sentence in lower case, and where it begins in its text. */
export type Sentence = { text: string; start: number };

/** A full stop ends a sentence before a space only: "a.txt" and "3.5" go on. */
const END = /[.!?;]+(?=\s|$)|[。！？；\n]+/g;

/** The sentences of a text with the marks that end them; blank ones are left out. Typographic apostrophes become plain ones. */
export function splitSentences(text: string): Sentence[] {
  // Lower case may be longer than the text (İ), and offsets must stay those of the text.
  const lower = [...text]
    .map((character) => toLower(character))
    .join("")
    .replaceAll("’", "'");
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number) => {
    const part = lower.slice(start, end);
    const lead = part.length - part.trimStart().length;
    if (part.trim() !== "") sentences.push({ text: part.trim(), start: start + lead });
    start = end;
  };
  for (const { index, 0: mark } of lower.matchAll(END)) add(index + mark.length);
  add(lower.length);
  return sentences;
}

function toLower(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
