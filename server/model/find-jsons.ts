import type { JsonValue } from "#server/capability/json";

/** `start` and `end` in UTF-16 units of the text. */
export type FoundJson = { text: string; value: JsonValue; start: number; end: number };

type Span = { start: number; end: number };

/**
 * JSON objects and arrays that stand in a text, outermost only, in order. A bracket that continues a word ("a[0]", "$[1]")
 * is not the start of one. One pass over the text, so that a pasted log with thousands of open brackets costs no more than
 * its length.
 */
export function findJsons(text: string): FoundJson[] {
  const found: FoundJson[] = [];
  let coveredTo = 0;
  for (const { start, end } of findBalanced(text)) {
    if (start < coveredTo || /[\w$\].]/.test(text[start - 1] ?? "")) continue;
    const candidate = text.slice(start, end);
    const value = parseJson(candidate);
    if (value === undefined) continue;
    found.push({ text: candidate, value, start, end });
    coveredTo = end;
  }
  return found;
}

/** Balanced stretches by start. A line break ends a string, as JSON has it, so a stray quote spoils one line at most. */
function findBalanced(text: string): Span[] {
  const open: { start: number; close: string }[] = [];
  const spans: Span[] = [];
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (isInString) {
      if (character === "\\") index += 1;
      else if (character === '"' || character === "\n") isInString = false;
    } else if (character === '"') isInString = open.length > 0;
    else if (character === "{") open.push({ start: index, close: "}" });
    else if (character === "[") open.push({ start: index, close: "]" });
    else if (character === open[open.length - 1]?.close) {
      const { start } = open.pop() ?? { start: index };
      spans.push({ start, end: index + 1 });
    }
  }
  return spans.sort((one, other) => one.start - other.start || other.end - one.end);
}

function parseJson(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The text with a blank in place of each JSON. */
export function withoutJsons(text: string, found: readonly FoundJson[]): string {
  const parts = found.map(({ start }, index) => text.slice(found[index - 1]?.end ?? 0, start));
  return [...parts, text.slice(found[found.length - 1]?.end ?? 0)].join(" ");
}
