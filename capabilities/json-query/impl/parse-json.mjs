import { Reader } from "./reader.mjs";

/** Nesting beyond this is refused: no document of a person is so deep, and recursion has an end. */
const DEPTH_MAX = 500;

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;

/** An integer beyond 2^53, or a number beyond a double, becomes its text; every other number a number. */
export function toExactNumber(text) {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return Number.isInteger(number) && !Number.isSafeInteger(number) && !/[.eE]/.test(text) ? text : number;
}

function readString(reader) {
  const { text, position } = reader;
  if (reader.next !== '"') reader.fail("expected a string in double quotes");
  let end = position + 1;
  // Scanned by hand: a pattern with alternatives runs out of stack on a string of megabytes.
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  try {
    const value = JSON.parse(text.slice(position, end + 1));
    reader.position = end + 1;
    return value;
  } catch {
    return reader.fail(
      end < text.length ? "a string holds a character that must be escaped" : "a string is never closed",
    );
  }
}

function readList(reader, depth) {
  const list = [];
  reader.expect("[");
  if (reader.skip("]")) return list;
  do list.push(readValue(reader, depth + 1));
  while (reader.skip(","));
  reader.expect("]");
  return list;
}

function readObject(reader, depth) {
  // Without a prototype, a key named "__proto__" is a key like any other.
  const object = Object.create(null);
  reader.expect("{");
  if (reader.skip("}")) return object;
  do {
    reader.skipBlanks();
    const key = readString(reader);
    reader.expect(":");
    object[key] = readValue(reader, depth + 1);
  } while (reader.skip(","));
  reader.expect("}");
  return object;
}

function readWord(reader) {
  if (reader.skipHere("true")) return true;
  if (reader.skipHere("false")) return false;
  if (reader.skipHere("null")) return null;
  return reader.fail("expected a value");
}

function readValue(reader, depth) {
  if (depth > DEPTH_MAX) reader.fail(`nested deeper than ${DEPTH_MAX} levels`);
  reader.skipBlanks();
  if (reader.next === "{") return readObject(reader, depth);
  if (reader.next === "[") return readList(reader, depth);
  if (reader.next === '"') return readString(reader);
  const number = reader.take(NUMBER);
  return number === null ? readWord(reader) : toExactNumber(number);
}

/** Parses JSON text; throws SyntaxProblem with the place. Written out because JSON.parse rounds large integers. */
export function parseJson(text) {
  const reader = new Reader(text);
  const value = readValue(reader, 0);
  reader.skipBlanks();
  if (!reader.isAtEnd) reader.fail("text after the end of the document");
  return value;
}
