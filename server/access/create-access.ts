import { createHash, randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import {
  deleteSession,
  ensurePerson,
  findSession,
  insertLaunchToken,
  insertSession,
  useLaunchToken as spendLaunchToken,
  touchSession,
} from "#server/store/sessions";
import type { Store } from "#server/store/store";
import type { Access } from "./access";
import { assertMay } from "./policy";

const LAUNCH_TOKEN_MS = 15 * 60_000;
const SESSION_MS = 30 * 24 * 3_600_000;
/** A session's last use is written at most this often: it is for people to read, not a lock. */
const TOUCH_MS = 5 * 60_000;

/** The one person of a single-user installation; accounts for a team are a setting of a later day. */
const OWNER_ID = "owner";

export type CreateAccessOptions = { store: Store; now?: () => Date };

/**
 * Sessions and launch tokens over the database. Tokens are 32 random bytes; only their sha256 is stored, so a copy of the
 * database opens nothing (design.md 6).
 */
export function createAccess({ store, now = () => new Date() }: CreateAccessOptions): Access {
  return {
    async createLaunchToken() {
      const token = createToken();
      const createdAt = now();
      await insertLaunchToken(store, {
        tokenHash: hashOf(token),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + LAUNCH_TOKEN_MS),
      });
      return token;
    },

    async redeemLaunchToken(token, userAgent) {
      const at = now();
      if (!(await spendLaunchToken(store, hashOf(token), at))) return null;
      const person = await ensurePerson(store, { id: OWNER_ID, name: findUserName() });
      const sessionToken = createToken();
      await insertSession(store, {
        tokenHash: hashOf(sessionToken),
        personId: person.id,
        userAgent: userAgent.slice(0, 500),
        createdAt: at,
        expiresAt: new Date(at.getTime() + SESSION_MS),
      });
      return { sessionToken, person: { id: person.id, name: person.name } };
    },

    async personOf(sessionToken) {
      const at = now();
      const tokenHash = hashOf(sessionToken);
      const session = await findSession(store, tokenHash);
      if (!session) return null;
      if (session.expiresAt <= at) {
        await deleteSession(store, tokenHash);
        return null;
      }
      if (at.getTime() - session.lastSeenAt.getTime() > TOUCH_MS) await touchSession(store, tokenHash, at);
      return { id: session.person.id, name: session.person.name };
    },

    async closeSession(sessionToken) {
      await deleteSession(store, hashOf(sessionToken));
    },

    assertMay,
  };
}

function createToken(): string {
  return randomBytes(32).toString("base64url");
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The account's name; some containers run a uid that has none. */
function findUserName(): string {
  try {
    return userInfo().username || OWNER_ID;
  } catch {
    return OWNER_ID;
  }
}
