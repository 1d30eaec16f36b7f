/** Opens or closes a fenced block. */
const FENCE = /(?:```|~~~)[^\n`]*\n[\s\S]*?(?:\n(?:```|~~~)|$)/g;
const DATA_START = /^\s*[{}[\]<>|]|^\W?\d{2,4}[-/:.]\d|^\s+at \S+\s?\(/;
/** From this share of digits and signs on a line is not prose. */
const SIGNS_SHARE = 0.25;

/**
 * The part of a message that asks: without fenced blocks and without the lines from the first to the last that look like
 * data (log, table, JSON). Pasted text is full of words and numbers that say nothing about which capability is meant. A
 * message that is all data is its own request.
 */
export function findRequest(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.replace(FENCE, "\n").split("\n");
  const first = lines.findIndex(isDataLine);
  if (first === -1) return isBlank(lines) ? text : lines.join("\n");
  const last = lines.findLastIndex(isDataLine);
  const request = [...lines.slice(0, first), ...lines.slice(last + 1)];
  return isBlank(request) ? text : request.join("\n");
}

function isBlank(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === "");
}

/** True for a line of a log, a table or code rather than of a sentence. A guess by its signs; prose with many numbers may count. */
export function isDataLine(line: string): boolean {
  const trimmed = line.trim();
  if (DATA_START.test(line)) return true;
  if (trimmed.length < 3) return false;
  const separators = trimmed.match(/[,;\t|](?=\S)/g)?.length ?? 0;
  const signs = trimmed.match(/[^\p{L}\p{M}\s]/gu)?.length ?? 0;
  return separators >= 2 || signs / trimmed.length > SIGNS_SHARE;
}
