import { createNearestIndex, type NearestIndex } from "#server/discovery/nearest";
import { toolsByName } from "#server/tree/tree-index";
import type { Catalog } from "./catalog";

export type NearNames = {
  /** Best first. */
  names: string[];
  /** The name that is meant but for its case, hyphens and underscores; it stands first in `names`. */
  sameLetters: string | null;
};

/** Of names that only an author's habits tell apart: `queryTicketStatus`, `Query-Ticket-Status`, `query_ticket_status`. */
function toLetters(name: string): string {
  return name.toLowerCase().replace(/[\s._-]/g, "");
}

type NameIndex = { nearest: NearestIndex; byLetters: ReadonlyMap<string, string> };

const indexes = new WeakMap<Catalog["tree"], NameIndex>();

function indexOf({ tree, entries }: Pick<Catalog, "tree" | "entries">): NameIndex {
  const known = indexes.get(tree);
  if (known) return known;
  const names = [...new Set([...entries.keys(), ...toolsByName(tree).keys()])];
  const byLetters = new Map(names.toReversed().map((name) => [toLetters(name), name]));
  const made = { nearest: createNearestIndex(names), byLetters };
  indexes.set(tree, made);
  return made;
}

/**
 * Names that an unknown one may have meant: capabilities, host tools and built-in tools alike. They are offered and never
 * taken: names are exact and tell case apart (domain.md 1.15). A known name has itself in no list.
 */
export function findNearNames(catalog: Pick<Catalog, "tree" | "entries">, name: string, limit: number): NearNames {
  const { nearest, byLetters } = indexOf(catalog);
  const same = byLetters.get(toLetters(name));
  const sameLetters = same === undefined || same === name ? null : same;
  const near = nearest.find(name, limit + 2).filter((candidate) => candidate !== name && candidate !== sameLetters);
  return { names: [...(sameLetters === null ? [] : [sameLetters]), ...near].slice(0, limit), sameLetters };
}

/** `Did you mean "log-triage"? ...` as the next step of a refusal; undefined when nothing is near. */
export function toNearSentence({ names, sameLetters }: NearNames): string | undefined {
  if (sameLetters !== null) return `Did you mean "${sameLetters}"? Names are exact, and case counts.`;
  return names.length > 0 ? `Nearest names: ${names.join(", ")}.` : undefined;
}
