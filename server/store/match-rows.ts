import { toSqlDate } from "./connection";
import type { Store } from "./store";

/** How often the discovery of runs found a capability, and when it last did. */
export type MatchRecord = { matches: number; lastAt: Date };

/** Adds counted matches to what is stored, one transaction. */
export async function addMatches(store: Store, counted: ReadonlyMap<string, MatchRecord>): Promise<void> {
  await store.writer.transaction(async (connection) => {
    for (const [name, { matches, lastAt }] of counted) {
      await connection.execute(
        `INSERT INTO CapabilityMatch (name, matches, lastAt) VALUES (?, ?, ?)
          ON CONFLICT (name) DO UPDATE SET matches = matches + excluded.matches, lastAt = MAX(lastAt, excluded.lastAt)`,
        [name, matches, toSqlDate(lastAt)],
      );
    }
  });
}

/** Matches by name; a name that no run ever found is not in it. */
export async function findMatches(store: Store): Promise<Map<string, MatchRecord>> {
  const rows = await store.db.capabilityMatch.findMany();
  return new Map(rows.map(({ name, matches, lastAt }) => [name, { matches, lastAt }]));
}

/** Matches of one name; null when no run ever found it. */
export function findMatchesOf(store: Store, name: string): Promise<MatchRecord | null> {
  return store.db.capabilityMatch.findUnique({ where: { name }, select: { matches: true, lastAt: true } });
}
