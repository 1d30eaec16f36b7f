import type { Catalog, Registry } from "#server/registry/catalog";
import { type SentLists, toSentLists } from "./sent-catalog";

/** Revisions whose lists are remembered: a tab that slept longer reads the whole again. */
const REMEMBERED = 8;

const histories = new WeakMap<Registry, SentLists[]>();

/** The lists of a catalog, remembered as what a client holds, so that its next answer can be what changed since. */
export function sendLists(registry: Registry, catalog: Catalog): SentLists {
  const before = histories.get(registry) ?? [];
  const sent = toSentLists(catalog, before.at(-1));
  const others = before.filter(({ version }) => version !== sent.version);
  histories.set(registry, [...others, sent].slice(-REMEMBERED));
  return sent;
}

/** The lists of a version that some client holds; null when they are not remembered. */
export function findLists(registry: Registry, version: string): SentLists | null {
  return histories.get(registry)?.find((sent) => sent.version === version) ?? null;
}
