import { findConcealed } from "#server/capability/find-concealed";

const PAST_UTF16 = 0xffff;

function toEscapes(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}

/**
 * Text of contracts, models and tools as a terminal may print it: what moves its cursor, recolours or retitles it, or reorders
 * and hides words, is written as `\u001b`. Inside the strings of a JSON document that is the same value. Flags, families of
 * emoji and Persian stay as they are (find-concealed.ts).
 */
export function toVisible(text: string): string {
  let [visible, end] = ["", 0];
  for (const { offset, codes } of findConcealed(text)) {
    const units = codes.map((code) => (Number.parseInt(code.slice(2), 16) > PAST_UTF16 ? 2 : 1));
    const past = offset + units.reduce((sum, length) => sum + length, 0);
    visible += text.slice(end, offset) + toEscapes(text.slice(offset, past));
    end = past;
  }
  return visible + text.slice(end);
}
