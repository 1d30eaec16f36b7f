import { createNearestIndex, type NearestIndex } from "#server/discovery/nearest";
import { type NearNames, toNameLetters } from "#server/tree/resolve-name";
import { toolsByName } from "#server/tree/tree-index";
import type { Catalog } from "./catalog";

type NameIndex = { nearest: NearestIndex; byLetters: ReadonlyMap<string, string> };

const indexes = new WeakMap<Catalog["tree"], NameIndex>();

function indexOf({ tree, entries }: Pick<Catalog, "tree" | "entries">): NameIndex {
  const known = indexes.get(tree);
  if (known) return known;
  const names = [...new Set([...entries.keys(), ...toolsByName(tree).keys()])];
  const byLetters = new Map(names.toReversed().map((name) => [toNameLetters(name), name]));
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
  const same = byLetters.get(toNameLetters(name));
  const sameLetters = same === undefined || same === name ? null : same;
  const near = nearest.find(name, limit + 2).filter((candidate) => candidate !== name && candidate !== sameLetters);
  return { names: [...(sameLetters === null ? [] : [sameLetters]), ...near].slice(0, limit), sameLetters };
}
