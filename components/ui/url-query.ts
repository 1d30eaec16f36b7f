export type UrlChanges = Record<string, string | null>;

/** The query string after some changes, "" or starting with "?"; null and "" remove. Pure. */
export function toQuery(current: string, changes: UrlChanges): string {
  const params = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") params.delete(name);
    else params.set(name, value);
  }
  const query = params.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3A", ":");
  return query === "" ? "" : `?${query}`;
}

/**
 * A change of the query that was written to the address bar and that the router has not drawn yet. `seen` holds the queries
 * the router may still show on its way.
 */
export type PendingQuery = { pathname: string; query: string; seen: ReadonlySet<string> };

/** Queries as the router spells them, so that they can be compared. Pure. */
export function normaliseQuery(query: string): string {
  return new URLSearchParams(query).toString();
}

/** The pending change after another one was written. Pure. */
export function toPendingQuery(before: PendingQuery | null, pathname: string, from: string, to: string): PendingQuery {
  const [start, end] = [normaliseQuery(from), normaliseQuery(to)];
  const isNext = before !== null && before.pathname === pathname && before.query === start;
  return { pathname, query: end, seen: new Set(isNext ? [...before.seen, start] : [start]) };
}

/** The query to draw: what was written last, until the router has caught up or gone somewhere else. Pure. */
export function toDrawnQuery(pending: PendingQuery | null, pathname: string, routed: string): string {
  return pending !== null && pending.pathname === pathname && pending.seen.has(routed) ? pending.query : routed;
}
