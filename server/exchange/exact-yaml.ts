import { LineCounter, parseDocument, stringify } from "yaml";
import { type ExactValue, isExactObject, type ReadJson, setOwn } from "./exact-json";

/** Characters of YAML that are read: the parser takes about 1 s for 1 Mi of them. Larger documents come as JSON. */
const CHARACTERS_MAX = 4_194_304;
const ALIASES_MAX = 100;

/** All whole numbers come as bigints; those that a number holds become numbers again. */
function toExact(value: unknown): ExactValue {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(toExact);
  if (isExactObject(value)) {
    const object = {};
    for (const [key, child] of Object.entries(value)) setOwn(object, key, toExact(child));
    return object;
  }
  return value === undefined ? null : (value as ExactValue);
}

/** Reads one YAML document without changing a digit; `bad` names line and column from 1. Never throws. */
export function readExactYaml(text: string): ReadJson {
  if (text.length > CHARACTERS_MAX) {
    const message = `It has ${text.length} characters; at most ${CHARACTERS_MAX} of YAML are read. Save it as JSON`;
    return { kind: "bad", message, line: 1, column: 1 };
  }
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false, intAsBigInt: true });
    const [mistake] = document.errors;
    if (mistake) {
      const { line, col } = lineCounter.linePos(mistake.pos[0]);
      const message = (mistake.message.split("\n")[0] ?? "").replace(/[.:]$/, "");
      return { kind: "bad", message, line: Math.max(1, line), column: Math.max(1, col) };
    }
    return { kind: "ok", value: toExact(document.toJS({ maxAliasCount: ALIASES_MAX })) };
  } catch (error) {
    // What the parser throws for aliases that explode and for nesting that overflows the stack.
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error;
    return { kind: "bad", message: "Its aliases explode, or it nests too deeply", line: 1, column: 1 };
  }
}

/** YAML of a value, block style, long lines kept, no anchors; reading it again gives the same value. */
export function toYamlText(value: ExactValue): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, intAsBigInt: true });
}
