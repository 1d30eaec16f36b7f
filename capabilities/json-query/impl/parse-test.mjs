import { readLiteral } from "./tokens.mjs";

const COMPARE = /==|!=|<=|>=|<|>/y;
const FUNCTION = /(?:contains|length)\(/y;

/**
 * Reads the test of a filter: {kind: "or" | "and", tests}, {kind: "not", test}, {kind: "compare", operator, left, right} or
 * {kind: "exists", operand}. `readSegments` reads the path after @ or $.
 */
export function readTest(reader, readSegments) {
  const tests = [readAnd(reader, readSegments)];
  while (reader.skip("||")) tests.push(readAnd(reader, readSegments));
  return tests.length === 1 ? tests[0] : { kind: "or", tests };
}

function readAnd(reader, readSegments) {
  const tests = [readComparison(reader, readSegments)];
  while (reader.skip("&&")) tests.push(readComparison(reader, readSegments));
  return tests.length === 1 ? tests[0] : { kind: "and", tests };
}

function readComparison(reader, readSegments) {
  if (reader.skip("!")) return { kind: "not", test: readComparison(reader, readSegments) };
  if (reader.skip("(")) {
    const inner = readTest(reader, readSegments);
    reader.expect(")");
    return inner;
  }
  const left = readOperand(reader, readSegments);
  reader.skipBlanks();
  const operator = reader.take(COMPARE);
  if (operator === null) return { kind: "exists", operand: left };
  return { kind: "compare", operator, left, right: readOperand(reader, readSegments) };
}

/** {kind: "path", isRoot, segments}, {kind: "literal", value} or {kind: "call", name, values}. */
function readOperand(reader, readSegments) {
  reader.skipBlanks();
  if (reader.skipHere("@")) return { kind: "path", isRoot: false, segments: readSegments(reader) };
  if (reader.skipHere("$")) return { kind: "path", isRoot: true, segments: readSegments(reader) };
  const called = reader.take(FUNCTION);
  if (called !== null) return readCall(reader, called.slice(0, -1), readSegments);
  const literal = readLiteral(reader);
  if (literal === null) return reader.fail("expected @, a number, a string, true, false or null");
  return { kind: "literal", value: literal.value };
}

function readCall(reader, name, readSegments) {
  const values = [readOperand(reader, readSegments)];
  if (name === "contains") {
    reader.expect(",");
    values.push(readOperand(reader, readSegments));
  }
  reader.expect(")");
  return { kind: "call", name, values };
}
