import { z } from "zod";
import type { PathPart } from "./yaml-document";

/** A key that no schema names, one edit away from a key that it does: almost surely a slip of the hand. */
export type MisspelledKey = { path: PathPart[]; key: string; meant: string };

/** Takes the wrappers off a schema: `optional` and `default` say nothing about its keys. */
function unwrap(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner;
}

/** True when one insertion, deletion, replacement or swap of neighbours makes `from` to `to`. */
function isOneEditAway(from: string, to: string): boolean {
  if (from === to || Math.abs(from.length - to.length) > 1) return false;
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  const restFrom = from.slice(start);
  const restTo = to.slice(start);
  if (restFrom.length > restTo.length) return restFrom.slice(1) === restTo;
  if (restFrom.length < restTo.length) return restFrom === restTo.slice(1);
  if (restFrom.slice(1) === restTo.slice(1)) return true;
  return restFrom[0] === restTo[1] && restFrom[1] === restTo[0] && restFrom.slice(2) === restTo.slice(2);
}

/**
 * Finds misspelled keys of a value by the object shapes of its zod schema, at every depth the schema describes. Unknown
 * keys that resemble nothing are the author's own and are left alone (design.md 4: unknown keys are kept).
 */
export function findMisspelledKeys(schema: unknown, value: unknown, path: PathPart[] = []): MisspelledKey[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => findMisspelledKeys(inner.element, item, [...path, index]));
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const shape: Record<string, unknown> = inner.shape;
  const known = Object.keys(shape);
  return Object.entries(value).flatMap(([key, child]) => {
    if (Object.hasOwn(shape, key)) return findMisspelledKeys(shape[key], child, [...path, key]);
    const meant = known.find((name) => isOneEditAway(key, name));
    return meant === undefined ? [] : [{ path: [...path, key], key, meant }];
  });
}
