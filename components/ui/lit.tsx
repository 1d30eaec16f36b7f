import { type Stretch, toLitPieces } from "./lit-text";

export type LitProps = { text: string; stretches: readonly Stretch[] };

/** A text with its matched words lit in place. */
export function Lit({ text, stretches }: LitProps) {
  let position = 0;
  return toLitPieces(text, stretches).map((piece) => {
    const key = position;
    position += piece.text.length;
    return piece.isLit ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
}
