import { foldWithOffsets, toFolded } from "./fold-text";
import { isUnspaced } from "./tokenize";

/** One capability named in a text: offset and length in UTF-16 units of the text as given. */
type Mention = { document: number; offset: number; length: number };

export type MentionIndex = {
  /** Names and titles that the text holds, in order of appearance, each capability once (domain.md 1.12, "third way"). */
  find(text: string): Mention[];
};

/** Labels that begin alike: their lengths, longest first, and who bears which. */
type Bucket = { lengths: number[]; documents: Map<string, number[]> };

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
  const byStart = new Map<string, Bucket>();
  const add = (text: string, document: number) => {
    const key = text.slice(0, LABEL_LENGTH_MIN);
    const bucket: Bucket = byStart.get(key) ?? { lengths: [], documents: new Map() };
    byStart.set(key, bucket);
    const sharing = bucket.documents.get(text);
    if (sharing) sharing.push(document);
    else bucket.documents.set(text, [document]);
    if (!bucket.lengths.includes(text.length)) bucket.lengths.push(text.length);
  };
  documents.forEach(({ name, title }, document) => {
    const nameText = toSpaced(toFolded(name.trim()));
    const titleText = toSpaced(toFolded(title.trim()));
    if (nameText.length >= LABEL_LENGTH_MIN) add(nameText, document);
    const isTelling = titleText.includes(" ") || isUnspaced(titleText);
    if (titleText.length >= LABEL_LENGTH_MIN && isTelling && titleText !== nameText) add(titleText, document);
  });
  for (const bucket of byStart.values()) bucket.lengths.sort((one, other) => other - one);

  return {
    find(text) {
      const { folded, toOriginal } = foldWithOffsets(text);
      const spaced = toSpaced(folded);
      const found = new Map<number, Mention>();
      let offset = 0;
      while (offset < spaced.length) {
        const longest = findLabel(byStart, { spaced, folded, offset });
        if (!longest) {
          offset += 1;
          continue;
        }
        const end = offset + longest.length;
        const start = toOriginal(offset);
        for (const document of longest.documents) {
          if (!found.has(document)) found.set(document, { document, offset: start, length: toOriginal(end) - start });
        }
        offset = end;
      }
      return [...found.values()];
    },
  };
}

/** The longest label that stands at the offset, with the capabilities that bear it. */
function findLabel(
  byStart: ReadonlyMap<string, Bucket>,
  { spaced, folded, offset }: { spaced: string; folded: string; offset: number },
): { length: number; documents: readonly number[] } | undefined {
  const bucket = byStart.get(spaced.slice(offset, offset + LABEL_LENGTH_MIN));
  if (!bucket || isGlued(folded[offset - 1], folded[offset], folded[offset - 2])) return undefined;
  for (const length of bucket.lengths) {
    const end = offset + length;
    const label = spaced.slice(offset, end);
    const documents = bucket.documents.get(label);
    if (!documents || isGlued(folded[end], folded[end - 1], folded[end + 1])) continue;
    if (!PLAIN_WORD.test(label) || isQuoted(folded, offset, end) || folded.trim() === label)
      return { length, documents };
  }
  return undefined;
}

function isQuoted(text: string, start: number, end: number): boolean {
  return OPENING.test(text[start - 1] ?? "") && CLOSING.test(text[end] ?? "");
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
