import type { JsonValue } from "#server/capability/json";

/**
 * A JSON value whose whole numbers keep their digits: those beyond 2^53 are bigints (field-notes T10). Exchange reads and
 * writes nothing else, so that what comes in goes out with the same digits.
 */
export type ExactValue = string | number | bigint | boolean | null | ExactValue[] | { [key: string]: ExactValue };
export type ExactObject = { [key: string]: ExactValue };

export function isExactObject(value: unknown): value is ExactObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export type ReadJson =
  | { kind: "ok"; value: ExactValue }
  | { kind: "bad"; message: string; line: number; column: number };

/** Nesting that is read; more overflows the readers of what is made of it. */
const DEPTH_MAX = 500;
/** A whole number that a JavaScript number may not hold: 16 digits or more. */
const LONG_NUMBER = /\d{16}/;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/sy;

class JsonMistake extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** What a number in a text is: a bigint where a JavaScript number would change its digits. */
function toExactNumber(source: string): number | bigint {
  const number = Number(source);
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(source) ? BigInt(source) : number;
}

/** Sets a key as the object's own, also one called `__proto__`. */
export function setOwn(object: ExactObject, key: string, value: ExactValue): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A reader of one text by recursive descent: only for texts that `JSON.parse` refuses or whose numbers it would change. */
function createReader(text: string) {
  let at = 0;
  const fail = (message: string): never => {
    throw new JsonMistake(message, at);
  };
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return null;
    at += match[0].length;
    return match[0];
  };
  const skipBlank = () => void take(BLANK);
  const readString = (): string => {
    const source = take(STRING) ?? fail("A text in quotation marks is expected");
    try {
      return JSON.parse(source) as string;
    } catch {
      return fail("The text before this place holds a control character or an escape that JSON does not know");
    }
  };
  const readItems = (close: string, readItem: () => void): void => {
    at += 1;
    skipBlank();
    while (text[at] !== close) {
      readItem();
      skipBlank();
      if (text[at] === ",") {
        at += 1;
        skipBlank();
        if (text[at] === close) fail(`Nothing follows the comma before ${close}`);
      } else if (text[at] !== close) fail(`A comma or ${close} is expected`);
    }
    at += 1;
  };
  const readValue = (depth: number): ExactValue => {
    if (depth > DEPTH_MAX) fail(`It nests more than ${DEPTH_MAX} levels deep`);
    skipBlank();
    switch (text[at]) {
      case "{": {
        const object: ExactObject = {};
        readItems("}", () => {
          const key = readString();
          skipBlank();
          if (text[at] !== ":") fail("A colon is expected after the key");
          at += 1;
          setOwn(object, key, readValue(depth + 1));
        });
        return object;
      }
      case "[": {
        const list: ExactValue[] = [];
        readItems("]", () => void list.push(readValue(depth + 1)));
        return list;
      }
      case '"':
        return readString();
      default: {
        const word = take(/true|false|null/y);
        if (word !== null) return word === "null" ? null : word === "true";
        return toExactNumber(
          take(NUMBER) ?? fail(at < text.length ? "A value is expected" : "The text ends too early"),
        );
      }
    }
  };
  return {
    readAll: (): ExactValue => {
      const value = readValue(0);
      skipBlank();
      if (at < text.length) fail("More text follows the end of the value");
      return value;
    },
  };
}

/**
 * Reads JSON without changing a digit. `bad` names line and column (both from 1) and what is expected there. Never throws;
 * a text without long numbers is read by the engine's own parser, at about 100 MB a second.
 */
export function readJson(text: string): ReadJson {
  if (!LONG_NUMBER.test(text)) {
    try {
      return { kind: "ok", value: JSON.parse(text) as ExactValue };
    } catch {
      // The reader below says where it breaks, in the same words whatever the engine.
    }
  }
  try {
    return { kind: "ok", value: createReader(text).readAll() };
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    const before = text.slice(0, error.offset).split("\n");
    return { kind: "bad", message: error.message, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
}

/** JSON text of a value, two spaces a level, every digit as it came in. */
export function toJsonText(value: ExactValue, indent = ""): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => inner + toJsonText(item, inner)).join(",\n")}\n${indent}]`;
  }
  if (isExactObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return "{}";
    const lines = entries.map(([key, child]) => `${inner}${JSON.stringify(key)}: ${toJsonText(child, inner)}`);
    return `{\n${lines.join(",\n")}\n${indent}}`;
  }
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** The same value for readers that know JSON values only; whole numbers beyond 2^53 are rounded. */
export function toJsonValue(value: ExactValue): JsonValue {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (!isExactObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, toJsonValue(child)]));
}
