"use client";

import { toLinePieces } from "./concealed";
import { useUiText } from "./ui-text";

/** Text with what hides in it drawn as boxed codes: of code, and of single lines such as a title or an approval's command. */
export function ConcealedText({ text }: { text: string }) {
  const words = useUiText();
  let position = 0;
  return toLinePieces(text).map((piece) => {
    const key = position;
    if (piece.kind === "text") {
      position += piece.text.length;
      return <span key={key}>{piece.text}</span>;
    }
    position += 1;
    return (
      <span
        key={key}
        title={words.concealed(piece.code)}
        className="mx-px rounded-[3px] border border-danger-line bg-danger-soft px-0.5 text-[10px] text-danger"
      >
        {piece.code}
      </span>
    );
  });
}
