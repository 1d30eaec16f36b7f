/**
 * Columns padded to their widest cell; a wide character (CJK) counts as two. The last column is as long as it is. A row is one
 * line whatever its cells hold, so that a description cannot print a row of its own.
 */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows.map((row) => row.map(toLine))];
  const widths = head.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ""))));
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === head.length - 1 ? cell : cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;

function widthOf(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}

/** The text on one line, its breaks as one space. */
export function toLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, " ").trim();
}
