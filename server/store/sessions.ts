import type { Store } from "./store";

export type PersonRecord = { id: string; name: string; createdAt: Date };
export type SessionRecord = {
  tokenHash: string;
  personId: string;
  userAgent: string;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date;
};
export type LaunchTokenRecord = { tokenHash: string; createdAt: Date; expiresAt: Date };

export async function insertLaunchToken(store: Store, token: LaunchTokenRecord): Promise<void> {
  await store.db.launchToken.create({ data: token });
}

/** Uses a token up. True exactly once, and only before it expires. */
export async function useLaunchToken(store: Store, tokenHash: string, now: Date): Promise<boolean> {
  const { count } = await store.db.launchToken.updateMany({
    where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

export async function insertSession(store: Store, session: Omit<SessionRecord, "lastSeenAt">): Promise<void> {
  await store.db.session.create({ data: { ...session, lastSeenAt: session.createdAt } });
}

/** null when there is no such session; one that expired is answered too, for the caller to refuse. */
export async function findSession(
  store: Store,
  tokenHash: string,
): Promise<(SessionRecord & { person: PersonRecord }) | null> {
  return store.db.session.findUnique({ where: { tokenHash }, include: { person: true } });
}

export async function touchSession(store: Store, tokenHash: string, at: Date): Promise<void> {
  await store.db.session.updateMany({ where: { tokenHash }, data: { lastSeenAt: at } });
}

/** Answers false when there was none. */
export async function deleteSession(store: Store, tokenHash: string): Promise<boolean> {
  const { count } = await store.db.session.deleteMany({ where: { tokenHash } });
  return count > 0;
}

/** The person with that id, made when there is none. */
export async function ensurePerson(store: Store, person: { id: string; name: string }): Promise<PersonRecord> {
  return store.db.person.upsert({
    where: { id: person.id },
    create: { ...person, createdAt: new Date() },
    update: {},
  });
}
