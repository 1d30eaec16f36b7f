import { isDeepStrictEqual } from "node:util";
import { Document, isAlias, isMap, isNode, isScalar, type Pair, parse, parseDocument, visit, YAMLMap } from "yaml";
import type { JsonValue } from "#server/capability/json";
import { AppError } from "#server/errors";

/** One value to set, or to remove when it is undefined. */
export type YamlChange = { path: readonly [string, ...string[]]; value: JsonValue | undefined };

/** The smallest part of a text that holds what changes: one pair of a block map, and what becomes of it. */
type Spot = { map: YAMLMap; before: Pair | undefined; after: Pair };

const LINE_WIDTH = 120;

function toRefusal(reason: string): AppError {
  return new AppError("conflict", `The file cannot be changed by a program: ${reason}.`, {
    next: "A person can change it in the editor.",
  });
}

function applyChange(document: Document, { path, value }: YamlChange): void {
  if (value === undefined) {
    document.deleteIn(path);
    return;
  }
  // A key without a value, such as a bare `tree:`, is no map that something could be put into.
  for (let depth = 1; depth < path.length; depth += 1) {
    const above = path.slice(0, depth);
    const held = document.getIn(above, true);
    if (!document.hasIn(above) || isMap(held)) continue;
    if (!isScalar(held) || held.value !== null) throw toRefusal(`"${above.join(".")}" holds no fields`);
    document.setIn(above, document.createNode({}));
  }
  const isPlain = typeof value !== "object" || value === null;
  document.setIn(path, isPlain ? value : document.createNode(value, { flow: Array.isArray(value) }));
}

function findPair(map: unknown, key: string): Pair | undefined {
  if (!isMap(map)) return undefined;
  return map.items.find((pair) => (isScalar(pair.key) ? pair.key.value : pair.key) === key);
}

function isBlockMap(node: unknown): node is YAMLMap {
  return isMap(node) && node.flow !== true && node.items.length > 0;
}

/** The deepest pair on the path that stands on lines of its own, in the text as it is and as it will be. */
function findSpot(before: Document, after: Document, path: readonly string[]): Spot {
  let spot: Spot | undefined;
  let [map, changed]: [unknown, unknown] = [before.contents, after.contents];
  for (const key of path) {
    const was = findPair(map, key);
    const is = findPair(changed, key);
    if (!isBlockMap(map) || is === undefined) break;
    spot = { map, before: was, after: is };
    [map, changed] = [was?.value, is.value];
  }
  if (spot) return spot;
  throw toRefusal(`"${path.join(".")}" stands at its top and cannot be removed`);
}

function hasAlias({ value }: Pair): boolean {
  let found = false;
  if (isNode(value)) {
    visit(value, (_, node) => {
      found ||= isAlias(node);
    });
  }
  return found;
}

/** Lists as most contracts have them, `[a, b]`; only where no text in quotes is touched by it. */
function tighten(printed: string): string {
  const tight = printed.replace(/\[ /g, "[").replace(/ \]/g, "]");
  return isDeepStrictEqual(parse(tight), parse(printed)) ? tight : printed;
}

/** The text of one pair; the comments around it stay where they are in the file. */
function printPair(pair: Pair, { indent, isTight }: { indent: string; isTight: boolean }): string {
  if (hasAlias(pair)) throw toRefusal("the part to change repeats another one by an alias");
  if (isNode(pair.key)) {
    pair.key.commentBefore = null;
    pair.key.spaceBefore = false;
  }
  if (isNode(pair.value)) pair.value.comment = null;
  const alone = new Document();
  const map = new YAMLMap();
  map.items.push(pair);
  alone.contents = map;
  const printed = alone.toString({ lineWidth: LINE_WIDTH - indent.length }).trimEnd();
  return (isTight ? tighten(printed) : printed).replace(/\n(?=[^\n])/g, `\n${indent}`);
}

/** Where a pair stands in the text it was parsed from, without what follows its value. */
function rangeOf({ key, value }: Pair): [number, number] {
  const start = isNode(key) ? key.range?.[0] : undefined;
  const end = (isNode(value) ? value.range?.[1] : undefined) ?? (isNode(key) ? key.range?.[1] : undefined);
  if (start === undefined || end === undefined) throw toRefusal("a part of it has no place");
  return [start, end];
}

function toIndent(text: string, map: YAMLMap): string {
  const [first] = map.items;
  const start = first ? rangeOf(first)[0] : 0;
  return " ".repeat(start - (text.lastIndexOf("\n", start - 1) + 1));
}

/** Puts lines after the last pair of a map, before the comments that follow it. */
function appendTo(text: string, map: YAMLMap, lines: string): string {
  const last = map.items.at(-1);
  const end = last ? rangeOf(last)[1] : 0;
  const lineEnd = text[end - 1] === "\n" ? end : text.indexOf("\n", end) + 1;
  if (lineEnd === 0) return `${text}\n${lines}\n`;
  return `${text.slice(0, lineEnd)}${lines}\n${text.slice(lineEnd)}`;
}

function patchOne(text: string, change: YamlChange): string {
  const before = parseDocument(text);
  const after = parseDocument(text);
  if (change.value === undefined && !after.hasIn(change.path)) return text;
  applyChange(after, change);
  const spot = findSpot(before, after, change.path);
  const indent = toIndent(text, spot.map);
  const printed = printPair(spot.after, { indent, isTight: !/\[ \S/.test(text) });
  if (spot.before === undefined) return appendTo(text, spot.map, indent + printed);
  const [start, end] = rangeOf(spot.before);
  const ending = text.slice(start, end).endsWith("\n") ? "\n" : "";
  return text.slice(0, start) + printed + ending + text.slice(end);
}

/**
 * A YAML text with some values changed. Only the smallest pairs that hold them are written anew, so that comments, order and
 * form of everything else stay as their author left them. Throws conflict when that cannot be done exactly, as in a file
 * that is no map, has errors, or ties values together by aliases.
 */
export function patchYaml(text: string, changes: readonly YamlChange[]): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw toRefusal("it is not valid YAML");
  if (!isBlockMap(document.contents)) throw toRefusal("it does not hold keys and values, line by line");
  for (const change of changes)
    if (document.hasIn(change.path) || change.value !== undefined) applyChange(document, change);
  const wanted: unknown = document.toJS();
  const patched = changes.reduce(patchOne, text);
  const result = parseDocument(patched);
  if (result.errors.length > 0 || !isDeepStrictEqual(result.toJS(), wanted)) {
    throw toRefusal("its parts depend on each other");
  }
  return patched;
}
