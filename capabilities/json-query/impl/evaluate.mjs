const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isPlainName = (name) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);

function toPath(parent, key) {
  if (typeof key === "number") return `${parent}[${key}]`;
  return isPlainName(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`;
}

function* childrenOf({ path, value }) {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield { path: toPath(path, index), value: item };
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield { path: toPath(path, key), value: item };
  }
}

function* descendantsOf(node) {
  yield node;
  for (const child of childrenOf(node)) yield* descendantsOf(child);
}

function* sliceOf({ path, value }, { from, to, step }) {
  if (!Array.isArray(value)) return;
  const clamp = (index) => Math.min(Math.max(index < 0 ? value.length + index : index, 0), value.length);
  for (let index = clamp(from ?? 0); index < clamp(to ?? value.length); index += step) {
    yield { path: toPath(path, index), value: value[index] };
  }
}

function* nameOf({ path, value }, { name }) {
  if (isObject(value) && Object.hasOwn(value, name)) yield { path: toPath(path, name), value: value[name] };
}

function* itemOf({ path, value }, { index }) {
  if (!Array.isArray(value)) return;
  const place = index < 0 ? value.length + index : index;
  if (place >= 0 && place < value.length) yield { path: toPath(path, place), value: value[place] };
}

function* filterOf(node, { test }, root) {
  for (const child of childrenOf(node)) if (holds(test, child.value, root)) yield child;
}

/** How each kind of selector finds nodes below one. */
const SELECT = { all: childrenOf, name: nameOf, index: itemOf, slice: sliceOf, filter: filterOf };

function* evaluateSegments(node, segments, root) {
  const [segment, ...rest] = segments;
  if (segment === undefined) {
    yield node;
    return;
  }
  for (const start of segment.isDeep ? descendantsOf(node) : [node]) {
    for (const selector of segment.selectors) {
      for (const found of SELECT[selector.kind](start, selector, root)) yield* evaluateSegments(found, rest, root);
    }
  }
}

/** The value of an operand: the first match of a path, undefined when there is none. */
function findValue(operand, current, root) {
  if (operand.kind === "literal") return operand.value;
  if (operand.kind === "call") return call(operand, current, root);
  const start = { path: "", value: operand.isRoot ? root : current };
  return evaluateSegments(start, operand.segments, root).next().value?.value;
}

function call({ name, values }, current, root) {
  const [first, second] = values.map((value) => findValue(value, current, root));
  if (name === "contains")
    return typeof first === "string" ? first.includes(String(second)) : Array.isArray(first) && first.includes(second);
  if (typeof first === "string" || Array.isArray(first)) return first.length;
  return isObject(first) ? Object.keys(first).length : undefined;
}

const isExact = (value) => typeof value === "string" && /^-?\d{16,}$/.test(value);

/** Negative, zero or positive; null when the two have no order. Integers kept as text are compared exactly. */
function order(left, right) {
  if (isExact(left) || isExact(right)) {
    const [a, b] = [left, right].map((side) => (isExact(side) || Number.isInteger(side) ? BigInt(side) : null));
    if (a !== null && b !== null) return a < b ? -1 : Number(a > b);
  }
  if (typeof left !== typeof right || !["number", "string"].includes(typeof left)) return null;
  return left < right ? -1 : Number(left > right);
}

function compare(operator, left, right) {
  const isEqual =
    left === right || (left !== undefined && right !== undefined && JSON.stringify(left) === JSON.stringify(right));
  if (operator === "==") return isEqual;
  if (operator === "!=") return !isEqual;
  const sign = order(left, right);
  if (sign === null) return false;
  if (operator === "<") return sign < 0;
  if (operator === "<=") return sign <= 0;
  return operator === ">" ? sign > 0 : sign >= 0;
}

function holds(test, current, root) {
  if (test.kind === "and") return test.tests.every((inner) => holds(inner, current, root));
  if (test.kind === "or") return test.tests.some((inner) => holds(inner, current, root));
  if (test.kind === "not") return !holds(test.test, current, root);
  if (test.kind === "compare") {
    return compare(test.operator, findValue(test.left, current, root), findValue(test.right, current, root));
  }
  const value = findValue(test.operand, current, root);
  // A path asks whether the key is there; a function call answers for itself.
  return test.operand.kind === "call" ? Boolean(value) : value !== undefined;
}

/** All matches of parsed segments in document order, {path, value} each, found lazily. */
export function evaluate(root, segments) {
  return evaluateSegments({ path: "$", value: root }, segments, root);
}
