import type { JsonValue } from "#server/capability/json";

const INDENT = "  ";

function isPlain(value: JsonValue): boolean {
  return typeof value !== "object" || value === null;
}

function print(value: JsonValue, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent + INDENT;
  const isList = Array.isArray(value);
  if (isList && value.every(isPlain)) return `[${value.map((each) => JSON.stringify(each)).join(", ")}]`;
  const parts = isList
    ? value.map((each) => print(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${print(each, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

/**
 * JSON as the seed prints it: two spaces, a list of plain values on one line with a space after each comma. For answers that
 * people read and compare; others are printed on one line. What JSON has no word for is left out, as JSON.stringify does.
 */
export function formatJson(value: unknown): string {
  const plain: JsonValue = JSON.parse(JSON.stringify(value));
  return print(plain, "");
}
