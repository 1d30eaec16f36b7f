import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import type { ContractIssue } from "./contract";

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

function problem(source: YamlSource, code: string, message: string, place: Place = TOP): ContractIssue {
  return { severity: "error", code, message, file: source.file, path: "", ...place };
}

/** Deepest flow nesting and deepest indentation, without recursion: what would overflow the parser is refused before it runs. */
function isTooDeep(text: string): boolean {
  let flow = 0;
  for (const line of text.split("\n")) {
    const indent = line.search(/\S/);
    if (indent > YAML_DEPTH_MAX * 8) return true;
    if (/^\s*(?:[-?:] ){40}/.test(line)) return true;
    for (const character of line) {
      if (character === "[" || character === "{") flow += 1;
      else if ((character === "]" || character === "}") && flow > 0) flow -= 1;
      if (flow > YAML_DEPTH_MAX * 4) return true;
    }
  }
  return false;
}

/** Depth of the value; stops above the limit, so a cycle ends as well. */
function exceedsDepth(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  return Object.values(value).some((child) => exceedsDepth(child, left - 1));
}

function sentenceOf(message: string): string {
  const first = (message.split("\n")[0] ?? message).replace(/ at line \d+, column \d+:?$/, "");
  return first.endsWith(".") ? first : `${first}.`;
}

function rangeOf(node: Node): [number, number] | undefined {
  return node.range ? [node.range[0], node.range[1]] : undefined;
}

type Found = { key?: Node; value?: Node; exists: boolean };

/** Walks a path through maps, lists and aliases and remembers the last thing that exists. */
function findNode(document: Document, path: readonly PathPart[]): Found {
  let current: unknown = document.contents;
  let found: Found = { exists: true, ...(isNode(current) ? { value: current } : {}) };
  for (const part of path) {
    if (isAlias(current)) current = current.resolve(document);
    if (isMap(current)) {
      const pair = current.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
      if (!pair || !isPair(pair)) return { ...found, exists: false };
      current = pair.value;
      found = {
        exists: true,
        ...(isNode(pair.key) ? { key: pair.key } : {}),
        ...(isNode(current) ? { value: current } : {}),
      };
    } else if (isSeq(current)) {
      current = current.items[Number(part)];
      if (!isNode(current)) return { ...found, exists: false };
      found = { exists: true, value: current };
    } else return { ...found, exists: false };
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

function toDocument(document: Document, value: unknown, toPlaceOf: (range: [number, number]) => Place): YamlDocument {
  const placeOfNode = (node: Node | undefined) => {
    const range = node && rangeOf(node);
    return range ? toPlaceOf(range) : TOP;
  };
  return {
    value,
    placeOf: (path) => {
      const { key, value: node, exists } = findNode(document, path);
      return placeOfNode(exists ? (node ?? key) : (key ?? node));
    },
    placeOfKey: (path) => {
      const { key, value: node } = findNode(document, path);
      return placeOfNode(key ?? node);
    },
    sourceOf: (path) => {
      const { value: node, exists } = findNode(document, path);
      return exists && isScalar(node) && typeof node.source === "string" ? node.source : undefined;
    },
  };
}

/**
 * Reads one YAML document with the place of everything in it. Never throws and never hangs: texts over
 * `YAML_CHARACTERS_MAX`, nesting over `YAML_DEPTH_MAX` and alias bombs are issues like any other.
 */
export function readYaml(text: string, source: YamlSource): ReadYaml {
  if (text.length > YAML_CHARACTERS_MAX) {
    return broken(
      problem(
        source,
        "too_large",
        `The file has ${text.length} characters; at most ${YAML_CHARACTERS_MAX} are read. Move long texts into files of their own, such as prompts/*.md.`,
      ),
    );
  }
  const tooDeep = problem(
    source,
    "too_deep",
    `The file nests more than ${YAML_DEPTH_MAX} levels deep, or refers to itself. Flatten it.`,
  );
  if (isTooDeep(text)) return broken(tooDeep);
  const lines = new LineCounter();
  const offset = source.lineOffset ?? 0;
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      uniqueKeys: false,
      prettyErrors: false,
      version: "1.2",
    });
    const findings = [
      ...document.errors.map((error) => ({
        code: "yaml_syntax",
        message: sentenceOf(error.message),
        range: [error.pos[0], error.pos[1]] as const,
      })),
      ...findDuplicateKeys(document),
    ];
    if (findings.length > 0) {
      const issues = findings
        .slice(0, ISSUES_MAX)
        .map(({ code, message, range }) => problem(source, code, message, toPlace(lines, range, offset)));
      const last = issues.at(-1);
      if (last && findings.length > ISSUES_MAX) {
        last.message += ` (${findings.length - ISSUES_MAX} more of ${findings.length} findings are not listed.)`;
      }
      return { kind: "broken", issues };
    }
    const value: unknown = document.toJS({ maxAliasCount: ALIASES_MAX });
    if (exceedsDepth(value, YAML_DEPTH_MAX)) return broken(tooDeep);
    return { kind: "ok", document: toDocument(document, value, (range) => toPlace(lines, range, offset)) };
  } catch (error) {
    if (error instanceof RangeError) return broken(tooDeep);
    if (error instanceof ReferenceError) {
      return broken(
        problem(
          source,
          "aliases",
          `Its aliases cannot be resolved: ${sentenceOf(error.message)} Write the values out.`,
        ),
      );
    }
    throw error;
  }
}

function broken(issue: ContractIssue): ReadYaml {
  return { kind: "broken", issues: [issue] };
}
