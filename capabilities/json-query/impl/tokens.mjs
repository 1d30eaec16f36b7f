import { toExactNumber } from "./parse-json.mjs";

const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /(?:true|false|null)\b/y;
const WORDS = { true: true, false: false, null: null };

/** The text between quotes of either kind, null when none stands here. */
export function readQuoted(reader) {
  const raw = reader.take(QUOTED);
  return raw === null ? null : raw.slice(1, -1).replace(/\\(.)/g, "$1");
}

/** {value} of a number, a string, true, false or null; null when none stands here. */
export function readLiteral(reader) {
  const word = reader.take(WORD);
  if (word !== null) return { value: WORDS[word] };
  const quoted = readQuoted(reader);
  if (quoted !== null) return { value: quoted };
  const number = reader.take(NUMBER);
  return number === null ? null : { value: toExactNumber(number) };
}
