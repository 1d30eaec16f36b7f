import { isDeepStrictEqual } from "node:util";
import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  type Pair,
  parseDocument,
  visit,
  YAMLMap,
} from "yaml";
import type { JsonValue } from "#server/capability/json";
import { AppError } from "#server/errors";

/** One value to set, or to remove when it is undefined. */
export type YamlChange = { path: readonly [string, ...string[]]; value: JsonValue | undefined };

const LINE_WIDTH = 120;

function toRefusal(reason: string): AppError {
  return new AppError("conflict", `The file cannot be changed by a program: ${reason}.`, {
    next: "A person can change it in the editor.",
  });
}

function applyChange(document: Document, { path, value }: YamlChange): void {
  if (value === undefined) {
    if (document.hasIn(path)) document.deleteIn(path);
    return;
  }
  // A key without a value, such as a bare `tree:`, is no map that something could be put into.
  for (let depth = 1; depth < path.length; depth += 1) {
    const above = path.slice(0, depth);
    if (document.hasIn(above) && !isCollection(document.getIn(above, true)))
      document.setIn(above, document.createNode({}));
  }
  const isPlain = typeof value !== "object" || value === null;
  document.setIn(path, isPlain ? value : document.createNode(value, { flow: Array.isArray(value) }));
}

function findPair(document: Document, key: string): Pair | undefined {
  if (!isMap(document.contents)) return undefined;
  return document.contents.items.find((pair) => (isScalar(pair.key) ? pair.key.value : pair.key) === key);
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

/** The text of one top-level pair; the comments around it stay where they are in the file. */
function printPair(pair: Pair): string {
  if (isNode(pair.key)) {
    pair.key.commentBefore = null;
    pair.key.spaceBefore = false;
  }
  if (isNode(pair.value)) pair.value.comment = null;
  const alone = new Document();
  const map = new YAMLMap();
  map.items.push(pair);
  alone.contents = map;
  return alone.toString({ lineWidth: LINE_WIDTH }).trimEnd();
}

/** Where the pair stands in the text it was parsed from, without what follows its value. */
function rangeOf({ key, value }: Pair): [number, number] | undefined {
  const start = isNode(key) ? key.range?.[0] : undefined;
  const end = (isNode(value) ? value.range?.[1] : undefined) ?? (isNode(key) ? key.range?.[1] : undefined);
  return start === undefined || end === undefined ? undefined : [start, end];
}

function replaceKey(text: string, key: string, changed: Document): string {
  const before = findPair(parseDocument(text), key);
  const after = findPair(changed, key);
  if (after && hasAlias(after)) throw toRefusal(`"${key}" repeats another part of it by an alias`);
  const printed = after === undefined ? "" : printPair(after);
  const range = before && rangeOf(before);
  if (range === undefined) {
    const separator = text === "" || text.endsWith("\n") ? "" : "\n";
    return printed === "" ? text : `${text}${separator}${printed}\n`;
  }
  const [start, end] = range;
  const ending = text.slice(start, end).endsWith("\n") && printed !== "" ? "\n" : "";
  return text.slice(0, start) + printed + ending + text.slice(end);
}

/**
 * A YAML text with some values changed. Only the top-level keys that hold them are written anew, so that comments, order and
 * form of everything else stay as their author left them. Throws conflict when that cannot be done exactly, as in a file
 * that is no map, has errors, or ties values together by aliases.
 */
export function patchYaml(text: string, changes: readonly YamlChange[]): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw toRefusal("it is not valid YAML");
  if (!isMap(document.contents)) throw toRefusal("it does not hold keys and values");
  for (const change of changes) applyChange(document, change);
  const wanted: unknown = document.toJS();
  let patched = text;
  for (const key of new Set(changes.map(({ path }) => path[0]))) patched = replaceKey(patched, key, document);
  const result = parseDocument(patched);
  if (result.errors.length > 0 || !isDeepStrictEqual(result.toJS(), wanted)) {
    throw toRefusal("its parts depend on each other");
  }
  return patched;
}
