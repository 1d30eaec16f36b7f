import { type ExactValue, type ReadJson, readJson } from "./exact-json";
import { readExactYaml } from "./exact-yaml";
import type { TextFile } from "./exchange";

/** Whole lines of JSON, one value each, as logs and exports of pages have it. */
function readJsonLines(text: string): ExactValue[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return null;
  const values: ExactValue[] = [];
  for (const line of lines) {
    const read = readJson(line);
    if (read.kind === "bad") return null;
    values.push(read.value);
  }
  return values;
}

/**
 * The value of a text that is JSON, lines of JSON or YAML, whole numbers kept. What begins like JSON is judged as JSON, so
 * that a missing comma is named by its place and not by what YAML makes of it.
 */
export function readDocument({ path, text }: TextFile): ReadJson {
  const content = text.replace(/^\uFEFF/, "");
  const isYaml = /\.ya?ml$/i.test(path) || !/^\s*[[{"]/.test(content);
  if (isYaml) return readExactYaml(content);
  const read = readJson(content);
  if (read.kind === "ok") return read;
  const lines = readJsonLines(content);
  return lines === null ? read : { kind: "ok", value: lines };
}
