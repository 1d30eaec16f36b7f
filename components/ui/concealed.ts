/** A piece of a line: plain text, or one character that a reader would not see, by its code. */
export type LinePiece = { kind: "text"; text: string } | { kind: "concealed"; code: string };

/**
 * Characters that hide or reorder what a reader sees: controls but tab and the line's own end, and everything Unicode
 * calls ignorable by default (zero-width and bidirectional marks, fillers, tags, variation selectors, which are known
 * carriers of smuggled text) but the two selectors that merely choose an emoji's style.
 */
const CONCEALED = /(?!\t|\n|\r$|\uFE0E|\uFE0F)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\uFFF9-\uFFFB]/gu;

/** The code as a person quotes it: U+202E. */
function toCode(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Cuts a line at its concealed characters. Pure; the text pieces and characters join to the line. */
export function toLinePieces(line: string): LinePiece[] {
  const pieces: LinePiece[] = [];
  let position = 0;
  for (const match of line.matchAll(CONCEALED)) {
    if (match.index > position) pieces.push({ kind: "text", text: line.slice(position, match.index) });
    pieces.push({ kind: "concealed", code: toCode(match[0]) });
    position = match.index + match[0].length;
  }
  if (position < line.length) pieces.push({ kind: "text", text: line.slice(position) });
  return pieces;
}
