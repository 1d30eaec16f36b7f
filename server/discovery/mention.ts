import { foldWithOffsets, toFolded } from "./fold-text";
import { isUnspaced } from "./tokenize";

/** One capability named in a text: offset and length in UTF-16 units of the text as given. */
export type Mention = { document: number; offset: number; length: number };

export type MentionIndex = {
  /** Names and titles that the text holds, in order of appearance, each capability once (domain.md 1.12, "third way"). */
  find(text: string): Mention[];
};

type Label = { text: string; document: number };

const PLAIN_WORD = /^[a-z]+$/;
const OPENING = /["'`“‘「『<(]/;
const CLOSING = /["'`”’」』>)]/;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const LABEL_LENGTH_MIN = 2;

/**
 * Finds capability names in a text. Longest first, so "csv-profile-diff" is not also "csv-profile"; "log triage" names
 * `log-triage`; a name in Latin letters must stand between word borders, which a neighbouring Chinese character is. A name of
 * one plain Latin word ("default") counts only in quotation marks or alone: people write such words without meaning the
 * capability, and search finds it all the same. A title of one Latin word never counts.
 */
export function createMentionIndex(documents: readonly { name: string; title: string }[]): MentionIndex {
  const byStart = new Map<string, Label[]>();
  const add = (label: Label) => {
    const key = label.text.slice(0, LABEL_LENGTH_MIN);
    const bucket = byStart.get(key);
    if (bucket) bucket.push(label);
    else byStart.set(key, [label]);
  };
  documents.forEach(({ name, title }, document) => {
    const nameText = toSpaced(toFolded(name.trim()));
    const titleText = toSpaced(toFolded(title.trim()));
    if (nameText.length >= LABEL_LENGTH_MIN) add({ text: nameText, document });
    const isTelling = titleText.includes(" ") || isUnspaced(titleText);
    if (titleText.length >= LABEL_LENGTH_MIN && isTelling && titleText !== nameText) add({ text: titleText, document });
  });
  for (const bucket of byStart.values()) bucket.sort((one, other) => other.text.length - one.text.length);

  return {
    find(text) {
      const { folded, toOriginal } = foldWithOffsets(text);
      const spaced = toSpaced(folded);
      const found = new Map<number, Mention>();
      let offset = 0;
      while (offset < spaced.length) {
        const labels = labelsAt(byStart, { spaced, folded, offset });
        const [longest] = labels;
        if (!longest) {
          offset += 1;
          continue;
        }
        const end = offset + longest.text.length;
        const start = toOriginal(offset);
        for (const { document } of labels) {
          if (!found.has(document)) found.set(document, { document, offset: start, length: toOriginal(end) - start });
        }
        offset = end;
      }
      return [...found.values()];
    },
  };
}

/** The labels of greatest length that stand at the offset; several when capabilities share a name. */
function labelsAt(
  byStart: ReadonlyMap<string, readonly Label[]>,
  { spaced, folded, offset }: { spaced: string; folded: string; offset: number },
): Label[] {
  const bucket = byStart.get(spaced.slice(offset, offset + LABEL_LENGTH_MIN));
  if (!bucket) return [];
  const fits = (label: Label) => {
    const end = offset + label.text.length;
    if (!spaced.startsWith(label.text, offset) || !hasBorders(folded, offset, end)) return false;
    return !PLAIN_WORD.test(label.text) || isQuoted(folded, offset, end) || folded.trim() === label.text;
  };
  const longest = bucket.find(fits);
  if (!longest) return [];
  return bucket.filter((label) => label.text === longest.text);
}

function isQuoted(text: string, start: number, end: number): boolean {
  return OPENING.test(text[start - 1] ?? "") && CLOSING.test(text[end] ?? "");
}

function hasBorders(text: string, start: number, end: number): boolean {
  return !isGlued(text[start - 1], text[start], text[start - 2]) && !isGlued(text[end], text[end - 1], text[end + 1]);
}

/** True when the name goes on beyond its edge: a letter follows, or a hyphen or underscore with a letter behind it. */
function isGlued(outside: string | undefined, inside: string | undefined, beyond: string | undefined): boolean {
  if (outside === undefined || inside === undefined || isUnspaced(inside)) return false;
  if (outside === "-" || outside === "_")
    return beyond !== undefined && LETTER_OR_DIGIT.test(beyond) && !isUnspaced(beyond);
  return LETTER_OR_DIGIT.test(outside) && !isUnspaced(outside);
}

/** Same length, with every separator a space, so that offsets stay true. */
function toSpaced(text: string): string {
  return text.replace(/[-_\s]/g, " ");
}
