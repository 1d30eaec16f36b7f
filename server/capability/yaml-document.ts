import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import type { ContractIssue } from "./contract";
import { readPlainYaml } from "./plain-yaml";

/** Text that is read at all. Contracts are pages, not archives; the parser takes about 1 s for a full 256 Ki of small nodes. */
const YAML_CHARACTERS_MAX = 262_144;
/** Collections inside collections. Deeper nesting overflows recursive readers and no form can show it. */
const YAML_DEPTH_MAX = 64;
const ALIASES_MAX = 100;
/** Findings of one file that are listed; the number left out is said in the last one. */
const ISSUES_MAX = 50;

/** Where something stands in a file; lines and columns count from 1, the end is exclusive. */
type Place = Pick<ContractIssue, "line" | "column" | "endLine" | "endColumn">;

export type PathPart = string | number;

/** A parsed document: its plain value and a way back from any path to the place in the text. */
export type YamlDocument = {
  value: unknown;
  /** Place of the value at a path; of the nearest thing above it when the path does not exist. */
  placeOf(path: readonly PathPart[]): Place;
  /** Place of the key that ends the path. */
  placeOfKey(path: readonly PathPart[]): Place;
  /** The text of a scalar as it was written, quotes removed; undefined for anything else. */
  sourceOf(path: readonly PathPart[]): string | undefined;
};

export type ReadYaml = { kind: "ok"; document: YamlDocument } | { kind: "broken"; issues: ContractIssue[] };

/** What the reader needs of the file: its name for messages and how far its text is from the top of the file. */
export type YamlSource = { file: string; lineOffset?: number };

/** Place of a stretch of text by offsets. */
function toPlace(lines: LineCounter, [start, end]: readonly [number, number], lineOffset: number): Place {
  const from = lines.linePos(start);
  const to = lines.linePos(Math.max(start, end));
  return {
    line: Math.max(1, from.line) + lineOffset,
    column: Math.max(1, from.col),
    endLine: Math.max(1, to.line) + lineOffset,
    endColumn: Math.max(1, to.col),
  };
}

const TOP: Place = { line: 1, column: 1, endLine: 1, endColumn: 1 };

type Finding = { code: string; message: string; place?: Place };

function toIssue({ file }: YamlSource, { code, message, place = TOP }: Finding): ContractIssue {
  return { severity: "error", code, message, file, path: "", ...place };
}

/** Deepest nesting of brackets and braces anywhere in the text. */
function findFlowDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** What would overflow the recursive parser is refused before it runs, by signs that no readable file shows. */
function isTooDeep(text: string): boolean {
  if (findFlowDepth(text) > YAML_DEPTH_MAX * 4) return true;
  return text.split("\n").some((line) => line.search(/\S/) > YAML_DEPTH_MAX * 8 || /^\s*(?:[-?:] ){40}/.test(line));
}

/** Depth of the value; stops above the limit, so a cycle ends as well. */
function exceedsDepth(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  return Object.values(value).some((child) => exceedsDepth(child, left - 1));
}

/** What the parser means, for those of its messages that speak to programmers. */
const SENTENCES: Partial<Record<string, string>> = {
  MULTIPLE_DOCS: "The file holds more than one document. Keep one and remove the line `---` between them.",
  TAB_AS_INDENT: "This line is indented by a tab; YAML takes spaces only.",
};

const SECOND_COLON = "YAML reads the second colon of this line as another key. Put the value in quotes.";
const TOO_FAR_IN =
  "The line below is indented as if it belonged to this value. Begin it in the column of its neighbours, or put the value in quotes.";

/** The parser has one code for a second colon in a line and for a key that is indented under a finished value. */
function toSyntaxSentence(code: string, message: string, textOfPlace: string): string {
  if (code !== "BLOCK_AS_IMPLICIT_KEY") return SENTENCES[code] ?? sentenceOf(message);
  return /:(?:\s|$)/.test(textOfPlace.split("\n")[0] ?? "") ? SECOND_COLON : TOO_FAR_IN;
}

function sentenceOf(message: string): string {
  const first = (message.split("\n")[0] ?? message).replace(/ at line \d+, column \d+:?$/, "");
  return first.endsWith(".") ? first : `${first}.`;
}

function rangeOf(node: Node): [number, number] | undefined {
  return node.range ? [node.range[0], node.range[1]] : undefined;
}

type Found = { key?: Node; value?: Node; exists: boolean };

/** The node under one part of a path, in a map or a list, through an alias; undefined when there is none. */
function findChild(document: Document, parent: unknown, part: PathPart): { key?: Node; value?: unknown } | undefined {
  const node = isAlias(parent) ? parent.resolve(document) : parent;
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
    return pair && { value: pair.value, ...(isNode(pair.key) ? { key: pair.key } : {}) };
  }
  return isSeq(node) && isNode(node.items[Number(part)]) ? { value: node.items[Number(part)] } : undefined;
}

/** Walks a path and remembers the last thing on it that exists. */
function findNode(document: Document, path: readonly PathPart[]): Found {
  let current: unknown = document.contents;
  let found: Found = { exists: true, ...(isNode(current) ? { value: current } : {}) };
  for (const part of path) {
    const child = findChild(document, current, part);
    if (!child) return { ...found, exists: false };
    current = child.value;
    found = {
      exists: true,
      ...(child.key ? { key: child.key } : {}),
      ...(isNode(child.value) ? { value: child.value } : {}),
    };
  }
  return found;
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
}

/** The parser's own check compares every pair of keys (72 s for 50,000 keys); a set does it in one pass. */
function findDuplicateKeys(document: Document): { code: string; message: string; range: [number, number] }[] {
  const found: { code: string; message: string; range: [number, number] }[] = [];
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        const range = rangeOf(key);
        if (seen.has(name) && range) {
          found.push({ code: "duplicate_key", message: `"${name}" stands twice in the same map; keep one.`, range });
        }
        seen.add(name);
      }
    },
  });
  return found;
}

type Parsed = { document: Document; toPlaceOf: ToPlace };

/** `parse` is asked when somebody first wants a place: of a file without findings nobody does. */
function toDocument(value: unknown, parse: () => Parsed): YamlDocument {
  let parsed: Parsed | undefined;
  const getParsed = () => {
    parsed ??= parse();
    return parsed;
  };
  const find = (path: readonly PathPart[]) => findNode(getParsed().document, path);
  const placeOfNode = (node: Node | undefined) => {
    const range = node && rangeOf(node);
    return range ? getParsed().toPlaceOf(range) : TOP;
  };
  return {
    value,
    placeOf: (path) => {
      const { key, value: node, exists } = find(path);
      return placeOfNode(exists ? (node ?? key) : (key ?? node));
    },
    placeOfKey: (path) => {
      const { key, value: node } = find(path);
      return placeOfNode(key ?? node);
    },
    sourceOf: (path) => {
      const { value: node, exists } = find(path);
      return exists && isScalar(node) && typeof node.source === "string" ? node.source : undefined;
    },
  };
}

const TOO_DEEP: Finding = {
  code: "too_deep",
  message: `The file nests more than ${YAML_DEPTH_MAX} levels deep, or refers to itself. Flatten it.`,
};

/** At most `ISSUES_MAX` findings; the last one says how many more there are. */
function toListed(findings: readonly Finding[]): Finding[] {
  const listed = findings.slice(0, ISSUES_MAX);
  const left = findings.length - listed.length;
  if (left === 0) return listed;
  const more = ` (${left} more of ${findings.length} findings are not listed.)`;
  return listed.map((finding, at) =>
    at === listed.length - 1 ? { ...finding, message: finding.message + more } : finding,
  );
}

type ToPlace = (range: readonly [number, number]) => Place;

function parseText(text: string, lineOffset: number): { document: Document; toPlaceOf: ToPlace; findings: Finding[] } {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false, version: "1.2" });
  const toPlaceOf: ToPlace = (range) => toPlace(lineCounter, range, lineOffset);
  const syntax = document.errors.map(({ code, message, pos }) => ({
    code: "yaml_syntax",
    message: toSyntaxSentence(code, message, text.slice(pos[0])),
    place: toPlaceOf([pos[0], pos[1]]),
  }));
  const twice = findDuplicateKeys(document).map(({ range, ...finding }) => ({ ...finding, place: toPlaceOf(range) }));
  return { document, toPlaceOf, findings: [...syntax, ...twice] };
}

function read(text: string, source: YamlSource): YamlDocument | Finding[] {
  if (text.length > YAML_CHARACTERS_MAX) {
    const message = `The file has ${text.length} characters; at most ${YAML_CHARACTERS_MAX} are read. Move long texts into files of their own, such as prompts/*.md.`;
    return [{ code: "too_large", message }];
  }
  const lineOffset = source.lineOffset ?? 0;
  const plain = readPlainYaml(text);
  if (plain) return toDocument(plain.value, () => parseText(text, lineOffset));
  if (isTooDeep(text)) return [TOO_DEEP];
  const parsed = parseText(text, lineOffset);
  if (parsed.findings.length > 0) return toListed(parsed.findings);
  const value = toValue(parsed);
  if (Array.isArray(value)) return value;
  return exceedsDepth(value.value, YAML_DEPTH_MAX) ? [TOO_DEEP] : toDocument(value.value, () => parsed);
}

/** The value of the whole text, or why its aliases have none: they explode, or point at nothing. */
function toValue({ document, toPlaceOf }: Parsed): { value: unknown } | Finding[] {
  try {
    return { value: document.toJS({ maxAliasCount: ALIASES_MAX }) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const message = `Its aliases cannot be resolved: ${sentenceOf(error.message)} Write the values out.`;
    const range = findBadAlias(document, error.message)?.range;
    return [{ code: "aliases", message, ...(range ? { place: toPlaceOf([range[0], range[1]]) } : {}) }];
  }
}

/** The alias that the parser's message ends with, since it points at nothing; else the first of those that are too many. */
function findBadAlias(document: Document, message: string): Alias | undefined {
  const aliases: Alias[] = [];
  visit(document, { Alias: (_, alias) => void aliases.push(alias) });
  return aliases.find(({ source }) => message.endsWith(`: ${source}`)) ?? aliases[0];
}

/**
 * Reads one YAML document with the place of everything in it. Never throws and never hangs: texts over
 * `YAML_CHARACTERS_MAX`, nesting over `YAML_DEPTH_MAX` and alias bombs are issues like any other.
 */
export function readYaml(text: string, source: YamlSource): ReadYaml {
  let result: YamlDocument | Finding[];
  try {
    result = read(text, source);
  } catch (error) {
    // The parser's stack overflowed.
    if (!(error instanceof RangeError)) throw error;
    result = [TOO_DEEP];
  }
  if (!Array.isArray(result)) return { kind: "ok", document: result };
  return { kind: "broken", issues: result.map((finding) => toIssue(source, finding)) };
}
