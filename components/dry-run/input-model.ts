import type { JsonValue } from "#server/capability/json";
import { isSchemaObject, resolve } from "./sample-from-schema";

/** A file whose text stands for one field, so that 20 MB never pass through an editor. */
export type Attachment = { path: string; fileName: string; text: string; bytes: number; lines: number };

export type ParsedInput =
  | { kind: "ok"; input: JsonValue }
  | { kind: "not_json"; message: string }
  /** Digits that a JSON number would lose (field-notes T10). */
  | { kind: "digits"; figure: string; start: number; end: number };

const FIELD_DEPTH_MAX = 3;

/** The text fields of an input schema by dotted path, outermost first; those a file may fill. */
export function findTextFields(schema: unknown): string[] {
  return isSchemaObject(schema) ? fieldsOf(schema, { root: schema, prefix: "", depth: 0 }) : [];
}

type Place = { root: { [key: string]: unknown }; prefix: string; depth: number };

function fieldsOf(schema: { [key: string]: unknown }, place: Place): string[] {
  const resolved = resolve(schema, place.root);
  const variants = ["oneOf", "anyOf", "allOf"].flatMap((key) => {
    const value = resolved[key];
    return Array.isArray(value) ? value.filter(isSchemaObject) : [];
  });
  const here = Object.entries(isSchemaObject(resolved.properties) ? resolved.properties : {}).flatMap(
    ([name, property]) => {
      if (!isSchemaObject(property) || name.includes(".")) return [];
      const inner = resolve(property, place.root);
      const path = place.prefix + name;
      if (isText(inner)) return [path];
      return place.depth < FIELD_DEPTH_MAX
        ? fieldsOf(inner, { ...place, prefix: `${path}.`, depth: place.depth + 1 })
        : [];
    },
  );
  const ofVariants =
    place.depth < FIELD_DEPTH_MAX
      ? variants.flatMap((variant) => fieldsOf(variant, { ...place, depth: place.depth + 1 }))
      : [];
  return [...new Set([...here, ...ofVariants])];
}

function isText(schema: { [key: string]: unknown }): boolean {
  const isString = schema.type === "string" || (Array.isArray(schema.type) && schema.type.includes("string"));
  return isString && schema.enum === undefined && schema.const === undefined && schema.format === undefined;
}

/** Reads what was typed. A number that JavaScript cannot hold exactly is a fault here, never a silent change. */
export function parseInput(text: string): ParsedInput {
  const lost = findLostDigits(text);
  try {
    const input: JsonValue = JSON.parse(text.trim() === "" ? "{}" : text);
    return lost ?? { kind: "ok", input };
  } catch (error) {
    return { kind: "not_json", message: error instanceof Error ? error.message : String(error) };
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function findLostDigits(text: string): Extract<ParsedInput, { kind: "digits" }> | null {
  for (const match of text.matchAll(TOKEN)) {
    const figure = match[0];
    if (figure.startsWith('"') || !/^-?\d{16,}$/.test(figure)) continue;
    if (BigInt(figure) !== BigInt(Number(figure))) {
      return { kind: "digits", figure, start: match.index, end: match.index + figure.length };
    }
  }
  return null;
}

/** Puts the figure in quotes, where it keeps every digit. */
export function quoteFigure(text: string, { start, end }: { start: number; end: number }): string {
  return `${text.slice(0, start)}"${text.slice(start, end)}"${text.slice(end)}`;
}

/** The input with the files' texts in their fields; objects on the way are made where they are missing. */
export function applyAttachments(input: JsonValue, attachments: readonly Attachment[]): JsonValue {
  return attachments.reduce<JsonValue>((sum, { path, text }) => setField(sum, path.split("."), text), input);
}

function setField(input: JsonValue, [name, ...rest]: readonly string[], text: string): JsonValue {
  if (name === undefined) return text;
  const object = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  return { ...object, [name]: setField(object[name] ?? {}, rest, text) };
}

/** Texts from this length on leave the editor and become attachments when a stored input is loaded again. */
const LONG_TEXT = 16_384;

/** A stored input as the pane shows it: JSON text, and long texts apart. */
export function toInputParts(input: JsonValue, label: string): { text: string; attachments: Attachment[] } {
  const attachments: Attachment[] = [];
  const shorten = (value: JsonValue, path: string): JsonValue => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const at = path === "" ? name : `${path}.${name}`;
        if (typeof inner !== "string" || inner.length < LONG_TEXT || name.includes(".")) {
          return [[name, shorten(inner, at)] as const];
        }
        attachments.push(toAttachment({ path: at, fileName: label, text: inner, bytes: toByteLength(inner) }));
        return [];
      }),
    );
  };
  return { text: JSON.stringify(shorten(input, ""), null, 2), attachments };
}

function toByteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

export function toAttachment(file: Omit<Attachment, "lines">): Attachment {
  return { ...file, lines: countLines(file.text) };
}

function countLines(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
