/** Nesting beyond this is refused: no document of a person is so deep, and recursion has an end. */
const DEPTH_MAX = 500;

export class JsonError extends Error {
  constructor(message, position) {
    super(message);
    this.position = position;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const BLANK = /[ \t\n\r]*/y;

/** An integer beyond 2^53, or a number beyond a double, becomes its text; every other number a number. */
export function toExactNumber(text) {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return Number.isInteger(number) && !Number.isSafeInteger(number) && !/[.eE]/.test(text) ? text : number;
}

/**
 * Parses JSON text; throws JsonError with the position. Written out because JSON.parse rounds large integers. Objects have
 * no prototype, so that a key named "__proto__" is a key like any other.
 */
export function parseJson(text) {
  let position = 0;

  function fail(message) {
    throw new JsonError(message, position);
  }

  function take(pattern) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match === null) return null;
    position = pattern.lastIndex;
    return match[0];
  }

  function expect(character) {
    take(BLANK);
    if (text[position] !== character) fail(`expected ${character}`);
    position += 1;
  }

  function readString() {
    if (text[position] !== '"') fail("expected a string in double quotes");
    let end = position + 1;
    // Scanned by hand: a pattern with alternatives runs out of stack on a string of megabytes.
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    const raw = text.slice(position, end + 1);
    try {
      const value = JSON.parse(raw);
      position = end + 1;
      return value;
    } catch {
      return fail(end < text.length ? "a string holds a character that must be escaped" : "a string is never closed");
    }
  }

  function readList(depth) {
    const list = [];
    position += 1;
    take(BLANK);
    if (text[position] === "]") {
      position += 1;
      return list;
    }
    while (true) {
      list.push(readValue(depth + 1));
      take(BLANK);
      if (text[position] !== ",") break;
      position += 1;
    }
    expect("]");
    return list;
  }

  function readObject(depth) {
    const object = Object.create(null);
    position += 1;
    take(BLANK);
    if (text[position] === "}") {
      position += 1;
      return object;
    }
    while (true) {
      take(BLANK);
      const key = readString();
      expect(":");
      object[key] = readValue(depth + 1);
      take(BLANK);
      if (text[position] !== ",") break;
      position += 1;
    }
    expect("}");
    return object;
  }

  function readWord() {
    for (const [word, value] of [
      ["true", true],
      ["false", false],
      ["null", null],
    ]) {
      if (!text.startsWith(word, position)) continue;
      position += word.length;
      return value;
    }
    return fail("expected a value");
  }

  function readValue(depth) {
    if (depth > DEPTH_MAX) fail(`nested deeper than ${DEPTH_MAX} levels`);
    take(BLANK);
    const character = text[position];
    if (character === "{") return readObject(depth);
    if (character === "[") return readList(depth);
    if (character === '"') return readString();
    const number = take(NUMBER);
    return number === null ? readWord() : toExactNumber(number);
  }

  const value = readValue(0);
  take(BLANK);
  if (position < text.length) fail("text after the end of the document");
  return value;
}
