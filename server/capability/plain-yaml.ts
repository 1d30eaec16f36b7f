/** Thrown, and caught, in this file alone: what follows is for the whole parser. */
const NOT_PLAIN = new Error("not plain");

const DEPTH_MAX = 32;
const INDENT_MAX = 128;
/** Each line is looked at anew from the first. */
const QUOTED_LINES_MAX = 64;
/** More brackets than this, and the reader looks at how deep they nest. */
const BRACKETS_MAX = 200;

/** Tabs, carriage returns, a byte order mark and what YAML calls unprintable. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ODD = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/;
const BRACKET = /[[{]/g;
const FAR_IN = new RegExp(`^ {${INDENT_MAX + 1}}`, "m");
const KEY = /^([A-Za-z_$][\w$./-]{0,99}):(?: +|$)/;
/** Keys in other scripts; apart, since a class of Unicode costs a key of letters ten times its time. */
const HAN_KEY = /^([\p{Script=Han}A-Za-z_$][\w$./\p{Script=Han}-]{0,99}):(?: +|$)/u;
/** How a line of plain text may go on: quotes, brackets and stars are only letters there. */
const PLAIN_GOES_ON = /^(?:[^-?:#|>%@\s]|-[^\s-])/;
const SINGLE_QUOTED = /^'(?:[^']|'')*'$/;
const DOUBLE_QUOTED = /^"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/;
const BLOCK_TEXT = /^[|>]-?$/;
const WORD = /^(?:null|true|false|~)$/i;
const PLAIN_START = /^[^-?:,[\]{}#&*!|>'"%@`~+.=<\s]/;
const INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
const DECIMAL = /^-?(?:0|[1-9]\d{0,9})\.\d{1,6}$/;
const NOT_ASCII = /[^\0-\x7F]/;
const NUMBER_START = /^[-\d]/;
/** What YAML might take for a number, right or wrong; other text that begins with a digit is text. */
const NUMBER_LIKE = /^-?(?:[\d._]*(?:[eE][-+]?\d*)?|0[xob].*)$/;
const VERSION = /^\d+\.\d+\.\d+$/;

/** `isTrimmed`: spaces ended it, which block text would keep. */
type Line = { indent: number; text: string; isTrimmed: boolean };

function toLine(raw: string): Line {
  let indent = 0;
  while (raw.charCodeAt(indent) === 32) indent += 1;
  let end = raw.length;
  while (end > indent && raw.charCodeAt(end - 1) === 32) end -= 1;
  return { indent, text: raw.slice(indent, end), isTrimmed: end < raw.length || (indent === raw.length && indent > 0) };
}

/** The key that a line begins with, and what its `: ` ends; null when it begins with none. */
function findKey(text: string): { key: string; length: number } | null {
  const match = KEY.exec(text) ?? (NOT_ASCII.test(text) ? HAN_KEY.exec(text) : null);
  return match?.[1] === undefined ? null : { key: match[1], length: match[0].length };
}

function isItem(text: string): boolean {
  return text === "-" || text.startsWith("- ");
}

/** A value of one word or more that stands without quotes. */
function toPlainValue(text: string): unknown {
  if (text.includes(" ") && !text.startsWith("-")) return text;
  if (WORD.test(text)) {
    if (text === "true" || text === "false") return text === "true";
    if (text === "null") return null;
    throw NOT_PLAIN;
  }
  if (!NUMBER_START.test(text) || VERSION.test(text) || !NUMBER_LIKE.test(text)) return text;
  if (INTEGER.test(text) || DECIMAL.test(text)) return Number(text);
  throw NOT_PLAIN;
}

/** A quoted value on one line; undefined when it does not end there. */
function toQuotedValue(text: string): string | undefined {
  if (SINGLE_QUOTED.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  return DOUBLE_QUOTED.test(text) ? JSON.parse(text.replaceAll("\n", "\\n")) : undefined;
}

/** A double-quoted line that ends in a lone backslash goes on below without a space. */
function isContinued(text: string): boolean {
  if (!text.startsWith('"')) return false;
  let start = text.length;
  while (text[start - 1] === "\\") start -= 1;
  return (text.length - start) % 2 === 1;
}

/** What stands between two lines of one text. */
function toBreak(empty: number): string {
  return empty === 0 ? " " : "\n".repeat(empty);
}

/** Plain text that may go on in the line below: no key, no comment, nothing that begins anything else. */
function checkPlainText(text: string): void {
  if (text.includes(": ") || text.endsWith(":") || text.includes(" #")) throw NOT_PLAIN;
}

class PlainReader {
  readonly #lines: Line[];
  #at = 0;

  constructor(text: string) {
    this.#lines = text.split("\n").map(toLine);
  }

  readAll(): unknown {
    const first = this.#peek();
    if (first?.indent !== 0) throw NOT_PLAIN;
    const value = this.#readBlock(first, 0);
    if (this.#peek()) throw NOT_PLAIN;
    return value;
  }

  /** The next line that is neither empty nor a comment. */
  #peek(): Line | undefined {
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at];
      if (!line || (line.text !== "" && !line.text.startsWith("#"))) return line;
    }
    return undefined;
  }

  #readBlock(line: Line, depth: number): unknown {
    if (depth > DEPTH_MAX) throw NOT_PLAIN;
    if (isItem(line.text)) return this.#readList(line.indent, depth);
    if (findKey(line.text)) return this.#readMap(line.indent, depth);
    throw NOT_PLAIN;
  }

  #readMap(indent: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    for (let line = this.#peek(); line && line.indent === indent && !isItem(line.text); line = this.#peek()) {
      const found = findKey(line.text);
      if (!found || WORD.test(found.key) || found.key in map) throw NOT_PLAIN;
      const { key } = found;
      this.#at += 1;
      const rest = line.text.slice(found.length);
      map[key] = rest === "" ? this.#readBelow({ indent, isKey: true }, depth) : this.#readValue(rest, indent);
    }
    this.#checkEnd(indent);
    return map;
  }

  #readList(indent: number, depth: number): unknown[] {
    const list: unknown[] = [];
    for (let line = this.#peek(); line && line.indent === indent && isItem(line.text); line = this.#peek()) {
      const rest = line.text.slice(2);
      if (rest.startsWith(" ") || isItem(rest)) throw NOT_PLAIN;
      if (findKey(rest)) {
        // The first key of a map stands behind the hyphen, the others in its column.
        this.#lines[this.#at] = { ...line, indent: indent + 2, text: rest };
        if (depth >= DEPTH_MAX) throw NOT_PLAIN;
        list.push(this.#readMap(indent + 2, depth + 1));
        continue;
      }
      this.#at += 1;
      list.push(rest === "" ? this.#readBelow({ indent, isKey: false }, depth) : this.#readValue(rest, indent));
    }
    this.#checkEnd(indent);
    return list;
  }

  /** What follows is further out, or, after a list, a key of the map that holds it. */
  #checkEnd(indent: number): void {
    const line = this.#peek();
    if (line && line.indent > indent) throw NOT_PLAIN;
  }

  /** The value of a key or hyphen that ends its line. */
  #readBelow(parent: { indent: number; isKey: boolean }, depth: number): unknown {
    const line = this.#peek();
    if (!line || line.indent < parent.indent) return null;
    if (line.indent === parent.indent) {
      return parent.isKey && isItem(line.text) ? this.#readBlock(line, depth + 1) : null;
    }
    if (isItem(line.text) || findKey(line.text)) return this.#readBlock(line, depth + 1);
    this.#at += 1;
    return this.#readValue(line.text, parent.indent, true);
  }

  /** A value that begins in this line; `indent` is that of the key or hyphen before it. */
  #readValue(text: string, indent: number, isBelow = false): unknown {
    if (text === "[]") return this.#endOfLine([], indent);
    if (text === "{}") return this.#endOfLine({}, indent);
    if (text.startsWith('"') || text.startsWith("'")) return this.#endOfLine(this.#readQuoted(text, indent), indent);
    if (!isBelow && BLOCK_TEXT.test(text)) return this.#readBlockText(indent, text);
    const isNegative = /^-\d/.test(text);
    if (!isNegative && !PLAIN_START.test(text)) throw NOT_PLAIN;
    return this.#readPlain(text, indent);
  }

  /** Nothing may go on below a value that is closed. */
  #endOfLine<Value>(value: Value, indent: number): Value {
    const line = this.#peek();
    if (line && line.indent > indent) throw NOT_PLAIN;
    return value;
  }

  /** Quoted text, which may go on below: a line break is a space there, an empty line a break. */
  #readQuoted(first: string, indent: number): string {
    let text = first;
    for (let lines = 1; lines <= QUOTED_LINES_MAX; lines += 1) {
      const value = toQuotedValue(text);
      if (value !== undefined) return value;
      const above = this.#lines[this.#at - 1];
      const empty = this.#skipEmpty();
      const line = this.#lines[this.#at];
      if (!line || line.indent <= indent) break;
      this.#at += 1;
      if (!isContinued(text)) text += toBreak(empty) + line.text;
      else if (empty === 0 && !above?.isTrimmed) text = text.slice(0, -1) + line.text;
      else break;
    }
    throw NOT_PLAIN;
  }

  #skipEmpty(): number {
    const start = this.#at;
    while (this.#lines[this.#at]?.text === "") this.#at += 1;
    return this.#at - start;
  }

  #readPlain(first: string, indent: number): unknown {
    checkPlainText(first);
    let text = first;
    let empty = 0;
    for (let at = this.#at; at < this.#lines.length; at += 1) {
      const line = this.#lines[at];
      if (!line) break;
      if (line.text === "") {
        empty += 1;
        continue;
      }
      if (line.indent <= indent) break;
      if (!PLAIN_GOES_ON.test(line.text)) throw NOT_PLAIN;
      checkPlainText(line.text);
      text += toBreak(empty) + line.text;
      empty = 0;
      this.#at = at + 1;
    }
    return text === first ? toPlainValue(text) : text;
  }

  /** `|` keeps its lines, `>` makes spaces of breaks, and a `-` behind it drops the last one. */
  #readBlockText(indent: number, mark: string): string {
    const inner = this.#lines[this.#at]?.indent ?? 0;
    if (inner <= indent || this.#lines[this.#at]?.text === "") throw NOT_PLAIN;
    const lines: string[] = [];
    for (let line = this.#lines[this.#at]; line && isInside(line, indent); line = this.#lines[this.#at]) {
      if (line.isTrimmed || (line.text !== "" && line.indent < inner)) throw NOT_PLAIN;
      lines.push(line.text === "" ? "" : " ".repeat(line.indent - inner) + line.text);
      this.#at += 1;
    }
    while (lines.at(-1) === "") lines.pop();
    return (mark.startsWith("|") ? lines.join("\n") : toFolded(lines)) + (mark.endsWith("-") ? "" : "\n");
  }
}

/** Lines that are indented further keep their breaks, and are left to the whole parser. */
function toFolded(lines: readonly string[]): string {
  let text = "";
  let empty = 0;
  for (const [at, line] of lines.entries()) {
    if (line.startsWith(" ")) throw NOT_PLAIN;
    if (line === "") empty += 1;
    else {
      text += at === 0 ? line : toBreak(empty) + line;
      empty = 0;
    }
  }
  return text;
}

function isInside(line: Line, indent: number): boolean {
  return line.text === "" || line.indent > indent;
}

/**
 * Reads the YAML that most contracts are written in: block maps and lists, plain text, quotes, block text, `[]` and
 * `{}`. null for everything else, right or wrong, which the whole parser reads: what is answered here is what that parser
 * answers (plain-yaml.test.ts), in a tenth of its time.
 */
export function readPlainYaml(text: string): { value: unknown } | null {
  if (ODD.test(text) || FAR_IN.test(text) || (text.match(BRACKET)?.length ?? 0) > BRACKETS_MAX) return null;
  try {
    return { value: new PlainReader(text).readAll() };
  } catch (error) {
    if (error === NOT_PLAIN) return null;
    throw error;
  }
}
