import { AppError } from "#server/errors";
import type { Actor, Permission } from "./access";

/**
 * Who may what (design.md 6). Promotion, approvals, admission of roots and settings are reachable from a person's session
 * only: a token that lies in a file, and so in reach of a program, must never be able to make something trusted.
 * `open_session` is the command line's, since `capstan open` prints an address that a person then opens.
 */
const POLICY: Record<Permission, { person: boolean; cli: boolean; instead: string }> = {
  read: { person: true, cli: true, instead: "Run `npx capstan open` and open the address it prints." },
  execute: { person: true, cli: true, instead: "Run `npx capstan open` and open the address it prints." },
  start_run: { person: true, cli: true, instead: "Run `npx capstan open` and open the address it prints." },
  allow_drafts: { person: true, cli: false, instead: "Start the run in the browser, under Runs, with drafts allowed." },
  edit_draft: { person: true, cli: false, instead: "Edit the file on disk, or open the capability in the browser." },
  submit: { person: true, cli: false, instead: "Open the capability in the browser and submit it there." },
  decide: { person: true, cli: false, instead: "Decide it in the browser, under Review." },
  admit_root: { person: true, cli: false, instead: "Admit the root in the browser, under Settings." },
  change_settings: { person: true, cli: false, instead: "Change it in the browser, under Settings." },
  open_session: { person: true, cli: true, instead: "Run `npx capstan open`." },
};

const WORDS: Record<Permission, string> = {
  read: "read",
  execute: "run a capability",
  start_run: "start a run",
  allow_drafts: "allow drafts in a run",
  edit_draft: "edit a draft",
  submit: "submit a draft",
  decide: "decide a review",
  admit_root: "admit a root",
  change_settings: "change settings",
  open_session: "open a session",
};

/** Throws forbidden, with what to do instead, when the table says no. */
export function assertMay(actor: Actor, permission: Permission): void {
  const rule = POLICY[permission];
  if (rule[actor.kind]) return;
  const who = actor.kind === "cli" ? "The command line" : "This person";
  throw new AppError("forbidden", `${who} may not ${WORDS[permission]}.`, { next: rule.instead });
}
