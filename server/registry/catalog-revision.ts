import { createHash } from "node:crypto";
import type { CapabilityEntry, Catalog } from "./catalog";

type Held = Pick<Catalog, "entries" | "shadowed" | "pending" | "broken" | "roots" | "tree" | "hostTools">;

function toLine(...parts: unknown[]): string {
  return `${JSON.stringify(parts)}\n`;
}

/** Of 5,000 entries one changed: the marks of the others are those of the catalog before. */
const entryMarks = new WeakMap<CapabilityEntry, string>();

function toEntryMark(entry: CapabilityEntry): string {
  const known = entryMarks.get(entry);
  if (known !== undefined) return known;
  const { name, digest, state, folder, contract, disabled, issues } = entry;
  const line = toLine(name, digest, state, folder, contract.status, disabled, issues.length);
  const mark = createHash("sha256").update(line).digest("base64");
  entryMarks.set(entry, mark);
  return mark;
}

/** The marks of all winners in a row, and the digest of all else: what an edit of one winner leaves as it is. */
type Parts = { current: string; rest: string };

const partsOf = new WeakMap<Held["entries"], Parts>();

function toRest({ shadowed, pending, broken, roots, tree, hostTools }: Held): string {
  const hash = createHash("sha256");
  hash.update(`shadowed${Array.from(shadowed, toEntryMark).join()}`);
  hash.update(`pending${Array.from(pending, toEntryMark).join()}`);
  for (const { folder, issues, source } of broken) hash.update(toLine("broken", folder, issues, source?.text));
  for (const root of roots) hash.update(toLine("root", root));
  for (const node of tree.nodes) if (node.source !== "capability") hash.update(toLine("node", node));
  for (const { capability, outputSchema } of hostTools.values()) hash.update(toLine("host", capability, outputSchema));
  return hash.digest("base64");
}

function toDigest({ current, rest }: Parts): string {
  return createHash("sha256").update(`${rest}\n${current}`).digest("hex");
}

/** Digest over everything that can be told apart from outside; the contract, and so the tree data, is in each digest. */
export function toRevision(held: Held): string {
  const parts = { current: Array.from(held.entries.values(), toEntryMark).join(), rest: toRest(held) };
  partsOf.set(held.entries, parts);
  return toDigest(parts);
}

/** What `toRevision` says of the entries when nothing but some winners was replaced, each by one of the same name. */
export function toEditedRevision(
  { before, entries }: Record<"before" | "entries", Held["entries"]>,
  edits: readonly { from: CapabilityEntry; to: CapabilityEntry }[],
): string | null {
  const known = partsOf.get(before);
  if (!known) return null;
  let { current } = known;
  for (const { from, to } of edits) current = current.replace(toEntryMark(from), toEntryMark(to));
  const parts = { current, rest: known.rest };
  partsOf.set(entries, parts);
  return toDigest(parts);
}
