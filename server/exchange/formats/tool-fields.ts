import { type ExactObject, type ExactValue, isExactObject } from "#server/exchange/exact-json";
import type { ExactSchema, ToolDefinition } from "#server/exchange/exchange";

/** Under which key a format keeps each part of a tool. */
export type FieldKeys = { name: string; title?: string; description?: string; input?: string; output?: string };

export function isSchema(value: unknown): value is ExactSchema {
  return typeof value === "boolean" || isExactObject(value);
}

function textAt(raw: ExactObject, key: string | undefined): string | undefined {
  const value = key === undefined ? undefined : raw[key];
  return typeof value === "string" ? value : undefined;
}

function schemaAt(raw: ExactObject, key: string | undefined): ExactSchema | undefined {
  const value = key === undefined ? undefined : raw[key];
  return isSchema(value) ? value : undefined;
}

/** Leaves out what is undefined, so that a key that was absent stays absent. */
export function withoutUndefined(entries: readonly (readonly [string, ExactValue | undefined])[]): ExactObject {
  return Object.fromEntries(entries.filter((entry): entry is [string, ExactValue] => entry[1] !== undefined));
}

/**
 * The parts of a tool by a format's keys. What is left, and a known key that holds something of another kind, goes to
 * `kept`, so that `writeFields` gives the same object back. The name is "" when there is none.
 */
export function readFields(raw: ExactObject, keys: FieldKeys): ToolDefinition {
  const found = {
    name: textAt(raw, keys.name),
    title: textAt(raw, keys.title),
    description: textAt(raw, keys.description),
    input: schemaAt(raw, keys.input),
    output: schemaAt(raw, keys.output),
  };
  const taken = new Set(
    Object.entries(found).flatMap(([field, value]) => (value === undefined ? [] : [keyOf(keys, field)])),
  );
  return {
    ...(found.title === undefined ? {} : { title: found.title }),
    ...(found.description === undefined ? {} : { description: found.description }),
    ...(found.input === undefined ? {} : { input: found.input }),
    ...(found.output === undefined ? {} : { output: found.output }),
    name: found.name ?? "",
    kept: Object.fromEntries(Object.entries(raw).filter(([key]) => !taken.has(key))),
  };
}

function keyOf(keys: FieldKeys, field: string): string | undefined {
  return Object.entries(keys).find(([name]) => name === field)?.[1];
}

/** The object of a format again; a part for which the format has no key is left out. */
export function writeFields(definition: ToolDefinition, keys: FieldKeys): ExactObject {
  const parts: [string | undefined, ExactValue | undefined][] = [
    [keys.name, definition.name],
    [keys.title, definition.title],
    [keys.description, definition.description],
    [keys.input, definition.input],
    [keys.output, definition.output],
  ];
  const own = parts.flatMap(([key, value]): [string, ExactValue | undefined][] =>
    key === undefined ? [] : [[key, value]],
  );
  return { ...withoutUndefined(own), ...definition.kept };
}
