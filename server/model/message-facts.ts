import { findRequest, isDataLine } from "#server/discovery/find-request";
import { type FoundJson, findJsons, withoutJsons } from "./find-jsons";

/** What stands in a message, sorted by kind, each list in order of appearance. Read once per message. */
export type MessageFacts = {
  /** NFKC: full-width digits and letters are plain ones. */
  text: string;
  /** The part that asks, without pasted data; NFKC too. Names and choices are looked for only here. */
  request: string;
  /** Data that was pasted along: fenced blocks, else what follows the request after a line break or a colon. */
  blocks: string[];
  quotes: string[];
  urls: string[];
  emails: string[];
  dates: string[];
  uuids: string[];
  ranges: string[];
  versions: string[];
  crons: string[];
  jsonPaths: string[];
  jsons: FoundJson[];
  /** Numbers of the request that are part of nothing above. */
  numbers: number[];
  /** Words with a digit or hyphen in them: what an identifier may be. */
  codes: string[];
};

const MONTH_OR_DAY = "(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|SUN|MON|TUE|WED|THU|FRI|SAT)";
const CRON_ATOM = `(?:\\*|\\?|\\d{1,4}|${MONTH_OR_DAY})`;
const CRON_FIELD = `${CRON_ATOM}(?:[-/,#]${CRON_ATOM})*[LW]?`;
const CRON = new RegExp(
  `(?<![\\w*/-])${CRON_FIELD}(?:[ \\t]+${CRON_FIELD}){4,5}(?![\\w*/])|@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)\\b`,
  "gi",
);
const RANGE_TERM =
  "(?:(?:[\\^~]|[<>]=?)\\s*v?\\d+(?:\\.(?:\\d+|x|\\*)){0,2}(?:-[\\w.]+)?|\\bv?\\d+(?:\\.\\d+)?\\.(?:x|\\*))";
const VERSION = "v?\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]*[0-9A-Za-z])?(?:\\+[0-9A-Za-z.]+)?";
const RANGE = new RegExp(`\\b${VERSION} - ${VERSION}|${RANGE_TERM}(?:\\s*(?:\\|\\|)?\\s*${RANGE_TERM})*`, "g");
const FENCE = /(?:```|~~~)[^\n`]*\n([\s\S]*?)\n?(?:```|~~~)/g;
const QUOTE =
  /"([^"\n]+)"|“([^”\n]+)”|「([^」\n]+)」|『([^』\n]+)』|(?<!`)`([^`\n]+)`(?!`)|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu;

const URL_TEXT = /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`，。、；）」』”]+/gi;
const DATE = /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\d|-\d)/g;
const VERSION_ALONE = new RegExp(`(?<![\\w.])${VERSION}(?![\\w.]*\\d\\.\\d)`, "g");

/** Reads a message into facts, in time proportional to its length: a pasted log has many thousands of each. Never throws. */
export function parseMessage(message: string): MessageFacts {
  const fenced = [...message.matchAll(FENCE)].map((match) => match[1] ?? "");
  const unfenced = message.replace(FENCE, " ");
  const text = message.normalize("NFKC");
  const plain = text.replace(FENCE, " ");
  const jsons = findJsons(message);
  const prose = withoutJsons(message, jsons).replace(FENCE, " ").normalize("NFKC");
  const withoutRanges = plain.replace(RANGE, " ");
  const request = findRequest(message).normalize("NFKC");
  const onlyNumbers = [RANGE, URL_TEXT, DATE, CRON, VERSION_ALONE].reduce(
    (rest, kind) => rest.replace(kind, " "),
    request,
  );
  return {
    text,
    request,
    blocks: fenced.length > 0 ? fenced : findPasted(message),
    quotes: [...prose.matchAll(QUOTE)].map((match) => match.slice(1).find((part) => part !== undefined) ?? ""),
    urls: findAll(unfenced, URL_TEXT).map(withoutTail),
    emails: findAll(plain, /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g),
    dates: findAll(plain, DATE),
    uuids: findAll(plain, /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi),
    ranges: findAll(plain, RANGE),
    versions: findAll(withoutRanges, VERSION_ALONE),
    crons: findAll(plain, CRON).filter((cron) => /[*?@a-z]/i.test(cron)),
    jsonPaths: findAll(plain, /\$(?:\.{1,2}[\w*-]+|\.{0,2}\[[^\]\n]*\])+/g),
    jsons,
    numbers: findAll(onlyNumbers, /(?<![\w.-])-?\d+(?:\.\d+)?(?![\w-]|\.\d)/g).map(Number),
    codes: findAll(plain, /[A-Za-z0-9]+(?:[-_#/][A-Za-z0-9]+)*/g).filter((word) => /\d/.test(word)),
  };
}

function findAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[0].trim());
}

/** A full stop or bracket that ends the sentence is not part of the address. */
function withoutTail(url: string): string {
  const trimmed = url.replace(/[.,;:!?]+$/, "");
  return trimmed.endsWith(")") && !trimmed.includes("(") ? trimmed.slice(0, -1) : trimmed;
}

/**
 * Pasted data without a fence. "Profile this: a,b" and "Triage this log:" before lines give what follows; a request that
 * stands below its data gives what stands above.
 */
function findPasted(message: string): string[] {
  const text = message.trim();
  const firstBreak = text.indexOf("\n");
  const firstLine = firstBreak === -1 ? text : text.slice(0, firstBreak);
  if (firstBreak !== -1 && isDataLine(firstLine)) {
    const lines = text.split("\n");
    return [lines.slice(0, lines.findLastIndex(isDataLine) + 1).join("\n")];
  }
  const colon = firstLine.search(/：|:(?=\s|$)/);
  const afterColon = colon === -1 ? "" : text.slice(colon + 1).replace(/^[ \t]*\n?/, "");
  if (afterColon.trim()) return [afterColon.trimEnd()];
  if (firstBreak === -1) return [];
  const lastBreak = text.lastIndexOf("\n");
  const lastLine = text.slice(lastBreak + 1);
  if (/[?？]\s*$/.test(lastLine) && !/[?？:：]\s*$/.test(firstLine)) return [text.slice(0, lastBreak).trimEnd()];
  return [text.slice(firstBreak + 1).trim()];
}
