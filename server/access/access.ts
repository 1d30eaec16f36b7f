/** Who asks. Identity comes from the session or token, never from a payload (design.md 6). */
export type Person = { id: string; name: string };
export type Actor = { kind: "person"; person: Person } | { kind: "cli" };

/** What may be asked for; the policy table says which actor may. */
export const PERMISSIONS = [
  "read",
  "execute",
  "start_run",
  "allow_drafts",
  "edit_draft",
  "submit",
  "decide",
  "admit_root",
  "change_settings",
  "open_session",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type Access = {
  /** A single-use token for a printed address, valid 15 minutes. */
  createLaunchToken(): Promise<string>;
  /** Opens a session of 30 days; null when the token is unknown, used or expired. */
  redeemLaunchToken(token: string, userAgent: string): Promise<{ sessionToken: string; person: Person } | null>;
  /** null when there is no such session, or it expired. */
  personOf(sessionToken: string): Promise<Person | null>;
  closeSession(sessionToken: string): Promise<void>;
  /** Throws forbidden with what to do instead. */
  assertMay(actor: Actor, permission: Permission): void;
};
