/** A stretch of a text: start inclusive, end exclusive, in UTF-16 units. */
export type Stretch = { start: number; end: number };
export type LitPiece = { text: string; isLit: boolean };

/**
 * Cuts a text at the stretches that matched. Overlapping and touching stretches join; parts outside the text are ignored,
 * since a range can be older than the text. Pure; the pieces always join to the text.
 */
export function toLitPieces(text: string, stretches: readonly Stretch[]): LitPiece[] {
  const sorted = stretches
    .map(({ start, end }) => ({ start: Math.max(0, start), end: Math.min(text.length, end) }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start);
  const pieces: LitPiece[] = [];
  let position = 0;
  let index = 0;
  while (index < sorted.length) {
    const first = sorted[index];
    if (first === undefined) break;
    let end = first.end;
    index += 1;
    for (let next = sorted[index]; next !== undefined && next.start <= end; next = sorted[index]) {
      end = Math.max(end, next.end);
      index += 1;
    }
    if (first.start > position) pieces.push({ text: text.slice(position, first.start), isLit: false });
    pieces.push({ text: text.slice(first.start, end), isLit: true });
    position = end;
  }
  if (position < text.length) pieces.push({ text: text.slice(position), isLit: false });
  return pieces;
}
