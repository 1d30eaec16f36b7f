/** Text in the form that search compares, with the way back to the text a person sees. */
export type FoldedText = {
  folded: string;
  /** Offset in the original text of an offset in `folded`; both count UTF-16 units, and the end maps to the end. */
  toOriginal(offset: number): number;
};

const ASCII_ONLY = /^[\0-\x7f]*$/;
const identity = (offset: number) => offset;
let graphemes: Intl.Segmenter | undefined;

/**
 * Folds width and case: NFKC, then lower case, so that half-width kana, full-width letters and capitals compare equal
 * (stack.md, "our tokenizer"). Never throws.
 */
export function toFolded(text: string): string {
  return ASCII_ONLY.test(text) ? text.toLowerCase() : text.normalize("NFKC").toLowerCase();
}

/**
 * Folds like `toFolded` and keeps the offsets, for highlighting. The map is made only when folding moved something:
 * cluster by cluster, since a letter and its marks fold together.
 */
export function foldWithOffsets(text: string): FoldedText {
  const folded = toFolded(text);
  if (ASCII_ONLY.test(text)) return { folded, toOriginal: identity };
  if (folded.length === text.length && text.normalize("NFKC") === text) return { folded, toOriginal: identity };

  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const origins: number[] = [];
  let rebuilt = "";
  for (const { segment, index } of graphemes.segment(text)) {
    const part = segment.normalize("NFKC").toLowerCase();
    for (let unit = 0; unit < part.length; unit += 1) origins.push(index);
    rebuilt += part;
  }
  return { folded: rebuilt, toOriginal: (offset) => origins[offset] ?? text.length };
}
