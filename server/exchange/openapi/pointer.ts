import { type ExactObject, type ExactValue, isExactObject } from "#server/exchange/exact-json";

const HOPS_MAX = 20;

function decode(part: string): string {
  const plain = part.replace(/~1/g, "/").replace(/~0/g, "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** The value that a reference inside the document points at; undefined when it leaves the document or leads nowhere. */
export function findAt(root: ExactObject, reference: string): ExactValue | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let value: ExactValue | undefined = root;
  for (const part of reference.slice(2).split("/").map(decode)) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isExactObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** A part of the document, through the references it may consist of; null when it is no object or they go in a circle. */
export function resolve(root: ExactObject, value: ExactValue | undefined): ExactObject | null {
  let current = value;
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    if (!isExactObject(current)) return null;
    if (typeof current.$ref !== "string") return current;
    current = findAt(root, current.$ref);
  }
  return null;
}
