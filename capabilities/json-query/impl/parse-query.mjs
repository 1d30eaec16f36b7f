import { toExactNumber } from "./parse-json.mjs";

export class QueryError extends Error {
  constructor(message, position) {
    super(message);
    this.position = position;
  }
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
const INTEGER = /-?\d+/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const COMPARE = /==|!=|<=|>=|<|>/y;
const FUNCTION = /(contains|length)\(/y;
const WORD = /(?:true|false|null)\b/y;
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y;
const BLANK = /\s*/y;

const WORDS = { true: true, false: false, null: null };

/**
 * Parses a query into segments {isDeep, selectors}. Selectors: {kind: "name", name}, {kind: "all"}, {kind: "index", index},
 * {kind: "slice", from, to, step}, {kind: "filter", test}. Throws QueryError with the position, counted from 0.
 */
export function parseQuery(text) {
  let position = 0;

  function fail(message) {
    throw new QueryError(message, position);
  }

  function take(pattern) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match === null) return null;
    position = pattern.lastIndex;
    return match[0];
  }

  function skip(token) {
    take(BLANK);
    if (!text.startsWith(token, position)) return false;
    position += token.length;
    return true;
  }

  function expect(token) {
    if (!skip(token)) fail(`expected ${token}`);
  }

  function readQuoted() {
    const raw = take(QUOTED);
    return raw === null ? null : raw.slice(1, -1).replace(/\\(.)/g, "$1");
  }

  function readSlice(from) {
    const integer = () => {
      take(BLANK);
      const digits = take(INTEGER);
      return digits === null ? null : Number(digits);
    };
    const to = integer();
    const step = skip(":") ? (integer() ?? 1) : 1;
    if (step < 1) fail("the step of a slice must be 1 or more");
    return { kind: "slice", from, to, step };
  }

  function readSelector() {
    if (skip("*")) return { kind: "all" };
    if (skip("?")) return { kind: "filter", test: readOr() };
    const name = readQuoted();
    if (name !== null) return { kind: "name", name };
    const digits = take(INTEGER);
    const index = digits === null ? null : Number(digits);
    if (skip(":")) return readSlice(index);
    return index === null
      ? fail("expected a name in quotes, an index, a slice, * or ?(...)")
      : { kind: "index", index };
  }

  function readBracket() {
    const selectors = [];
    do {
      take(BLANK);
      selectors.push(readSelector());
    } while (skip(","));
    expect("]");
    return selectors;
  }

  function readDotted() {
    if (skip("*")) return [{ kind: "all" }];
    const name = take(NAME);
    return name === null ? fail("expected a name or * after the dot") : [{ kind: "name", name }];
  }

  /** Segments as long as there are any; a filter's path ends where something else begins. */
  function readSegments() {
    const segments = [];
    while (true) {
      if (text.startsWith("..", position)) {
        position += 2;
        segments.push({ isDeep: true, selectors: skip("[") ? readBracket() : readDotted() });
      } else if (text[position] === ".") {
        position += 1;
        segments.push({ isDeep: false, selectors: readDotted() });
      } else if (text[position] === "[") {
        position += 1;
        segments.push({ isDeep: false, selectors: readBracket() });
      } else return segments;
    }
  }

  function readOperand() {
    take(BLANK);
    const start = text[position];
    if (start === "@" || start === "$") {
      position += 1;
      return { kind: "path", isRoot: start === "$", segments: readSegments() };
    }
    const called = take(FUNCTION);
    if (called !== null) return readCall(called.slice(0, -1));
    const word = take(WORD);
    if (word !== null) return { kind: "literal", value: WORDS[word] };
    const quoted = readQuoted();
    if (quoted !== null) return { kind: "literal", value: quoted };
    const number = take(NUMBER);
    return number === null
      ? fail("expected @, a number, a string, true, false or null")
      : { kind: "literal", value: toExactNumber(number) };
  }

  function readCall(name) {
    const values = [readOperand()];
    if (name === "contains") {
      expect(",");
      values.push(readOperand());
    }
    expect(")");
    return { kind: "call", name, values };
  }

  function readComparison() {
    if (skip("!") && text[position] !== "=") return { kind: "not", test: readComparison() };
    if (skip("(")) {
      const inner = readOr();
      expect(")");
      return inner;
    }
    const left = readOperand();
    take(BLANK);
    const operator = take(COMPARE);
    return operator === null
      ? { kind: "exists", operand: left }
      : { kind: "compare", operator, left, right: readOperand() };
  }

  function readAnd() {
    const tests = [readComparison()];
    while (skip("&&")) tests.push(readComparison());
    return tests.length === 1 ? tests[0] : { kind: "and", tests };
  }

  function readOr() {
    const tests = [readAnd()];
    while (skip("||")) tests.push(readAnd());
    return tests.length === 1 ? tests[0] : { kind: "or", tests };
  }

  take(BLANK);
  if (text[position] === "$") position += 1;
  else if (text[position] !== "." && text[position] !== "[") {
    const name = take(NAME);
    if (name === null) fail("a query begins with $, a name or [");
    const first = { isDeep: false, selectors: [{ kind: "name", name }] };
    return end([first, ...readSegments()]);
  }
  return end(readSegments());

  function end(segments) {
    take(BLANK);
    if (position < text.length) fail(`unexpected ${text[position]}`);
    return segments;
  }
}
