import type { Registry } from "#server/registry/catalog";
import type { SentLists } from "./sent-catalog";

/** Revisions whose lists are remembered: a tab that slept longer reads the whole again. */
const REMEMBERED = 8;

const histories = new WeakMap<Registry, SentLists[]>();

/** Remembers what a client holds now, so that the next answer can be what changed since. */
export function rememberLists(registry: Registry, sent: SentLists): void {
  const before = histories.get(registry) ?? [];
  const others = before.filter(({ version }) => version !== sent.version);
  histories.set(registry, [...others, sent].slice(-REMEMBERED));
}

/** The lists of a version that some client holds; null when they are not remembered. */
export function findLists(registry: Registry, version: string): SentLists | null {
  return histories.get(registry)?.find((sent) => sent.version === version) ?? null;
}
