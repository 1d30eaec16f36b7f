import { readTest } from "./parse-test.mjs";
import { Reader } from "./reader.mjs";
import { readQuoted } from "./tokens.mjs";

const NAME = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
const INTEGER = /-?\d+/y;

function readInteger(reader) {
  reader.skipBlanks();
  const digits = reader.take(INTEGER);
  return digits === null ? null : Number(digits);
}

function readSlice(reader, from) {
  const to = readInteger(reader);
  const step = reader.skip(":") ? (readInteger(reader) ?? 1) : 1;
  if (step < 1) reader.fail("the step of a slice must be 1 or more");
  return { kind: "slice", from, to, step };
}

function readSelector(reader) {
  if (reader.skip("*")) return { kind: "all" };
  if (reader.skip("?")) return { kind: "filter", test: readTest(reader, readSegments) };
  const name = readQuoted(reader);
  if (name !== null) return { kind: "name", name };
  const index = readInteger(reader);
  if (reader.skip(":")) return readSlice(reader, index);
  if (index === null) reader.fail("expected a name in quotes, an index, a slice, * or ?(...)");
  return { kind: "index", index };
}

function readBracket(reader) {
  const selectors = [];
  do selectors.push(readSelector(reader));
  while (reader.skip(","));
  reader.expect("]");
  return selectors;
}

function readDotted(reader) {
  if (reader.skip("*")) return [{ kind: "all" }];
  const name = reader.take(NAME);
  return name === null ? reader.fail("expected a name or * after the dot") : [{ kind: "name", name }];
}

/** The next segment; null where something else begins, such as the end of a filter's path. */
function readSegment(reader) {
  if (reader.skipHere("..")) {
    return { isDeep: true, selectors: reader.skip("[") ? readBracket(reader) : readDotted(reader) };
  }
  if (reader.skipHere(".")) return { isDeep: false, selectors: readDotted(reader) };
  if (reader.skipHere("[")) return { isDeep: false, selectors: readBracket(reader) };
  return null;
}

function readSegments(reader) {
  const segments = [];
  for (let segment = readSegment(reader); segment !== null; segment = readSegment(reader)) segments.push(segment);
  return segments;
}

/** The first segment of a query that leaves out its $; none after a $. */
function readStart(reader) {
  reader.skipBlanks();
  if (reader.skipHere("$") || reader.next === "." || reader.next === "[") return [];
  const name = reader.take(NAME);
  return name === null
    ? reader.fail("a query begins with $, a name or [")
    : [{ isDeep: false, selectors: [{ kind: "name", name }] }];
}

/**
 * Parses a query into segments {isDeep, selectors}. Selectors: {kind: "name", name}, {kind: "all"}, {kind: "index", index},
 * {kind: "slice", from, to, step}, {kind: "filter", test}. Throws SyntaxProblem with the place.
 */
export function parseQuery(text) {
  const reader = new Reader(text);
  const segments = [...readStart(reader), ...readSegments(reader)];
  reader.skipBlanks();
  if (!reader.isAtEnd) reader.fail(`unexpected ${reader.next}`);
  return segments;
}
