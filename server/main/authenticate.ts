import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Access, Actor } from "#server/access/access";

export type Caller = { actor: Actor; sessionToken: string | null };

/** The session's cookie; its name carries the port, since cookies do not tell ports of one host apart. */
function sessionCookieName(port: number): string {
  return `capstan_session_${port}`;
}

/** The cookie of a fresh session: 30 days, unreadable by scripts, sent by our own pages only. */
export function toSessionCookie(port: number, sessionToken: string): string {
  return `${sessionCookieName(port)}=${sessionToken}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict`;
}

/** Who asks: the command line by its bearer token, a person by the session's cookie; null for nobody. */
export async function findCaller(
  request: IncomingMessage,
  options: { access: Access; cliToken: string; port: number },
): Promise<Caller | null> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = /^Bearer (\S+)$/.exec(authorization)?.[1];
    return token !== undefined && isSame(token, options.cliToken)
      ? { actor: { kind: "cli" }, sessionToken: null }
      : null;
  }
  const sessionToken = cookieOf(request.headers.cookie, sessionCookieName(options.port));
  if (sessionToken === null) return null;
  const person = await options.access.personOf(sessionToken);
  return person && { actor: { kind: "person", person }, sessionToken };
}

function isSame(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** The value of one cookie; null when it is absent. */
export function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || null;
  }
  return null;
}
