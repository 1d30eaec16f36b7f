import type { CapabilityType, ContractIssue } from "#server/capability/contract";
import type { Problem } from "#server/errors";
import type { BrokenEntry, CapabilityEntry } from "#server/registry/catalog";
import type { SubmissionRecord } from "#server/store/rows";
import type { Proposal } from "#server/tools/meta/proposal";

/** An author's working copy of one capability, autosaved (design.md 4). Text files only in the editor; others keep their bytes. */
export type Draft = {
  name: string;
  baseDigest: string;
  /** Grows with each save; a save names the one it saw. */
  revision: number;
  updatedAt: Date;
  updatedBy: string;
  files: { path: string; text: string | null; size: number }[];
  issues: ContractIssue[];
  /** True when the folder on disk moved on since the draft began. */
  isBehind: boolean;
  /** Digest of the draft's own files. */
  digest: string;
};

/**
 * A draft of a name that nothing on disk has, and what a scan would make of its files. `rootPath` and `folder` say where an
 * approval would write it; `rootPath` is empty when no root can be written.
 */
export type NewDraft = { draft: Draft } & (
  | { kind: "ok"; entry: CapabilityEntry }
  | { kind: "broken"; broken: BrokenEntry }
);

/** Whether a name is free for a new capability (`fault` is null), and the folder it would go to; null when no root can take it. */
export type NewPlace = { fault: Problem | null; folder: string | null };

export type Drafts = {
  findPlace(name: string): Promise<NewPlace>;
  /** Begins a capability as a draft that runs at once. Throws bad_input (no name), conflict (taken, or no root to write to). */
  create(request: { name: string; type: CapabilityType; description: string; by: string }): Promise<Draft>;
  /** The same with files of one's own, such as an import's. Throws too_large beside. */
  createWith(request: { name: string; files: readonly { path: string; text: string }[]; by: string }): Promise<Draft>;
  /** null when there is no draft of that name, or something on disk has it. */
  findNew(name: string): Promise<NewDraft | null>;
  /** By name. */
  listNew(): Promise<NewDraft[]>;
  /** null when nobody edits it. */
  find(name: string): Promise<Draft | null>;
  /**
   * Saves the changed files; creates the draft on the first save (revision 0). Throws conflict, with the stored draft in
   * `details`, when `revision` is not the newest; not_found; too_large.
   */
  save(request: {
    name: string;
    revision: number;
    changes: { path: string; text: string | null }[];
    by: string;
  }): Promise<Draft>;
  discard(name: string, by: string): Promise<void>;
  /** The draft's bytes; null when there is none. */
  filesOf(name: string): Promise<ReadonlyMap<string, Uint8Array> | null>;
};

export type FileDiff = { path: string; before: string | null; after: string | null; isBinary: boolean };

export type Submission = SubmissionRecord & {
  /** Files of the trusted (or base) version against the submitted one. */
  diff: FileDiff[];
  issues: ContractIssue[];
  /** Digest of the version it is compared with; null for a new capability. */
  comparedWith: { digest: string; label: string } | null;
};

/** What a person reads before trusting the bytes on disk as they are. */
export type OnDisk = Pick<Submission, "name" | "digest" | "diff" | "issues" | "comparedWith">;

export type Review = {
  /** Freezes the draft's files under their digest. Throws not_found, bad_input (contract has errors), conflict (already waiting). */
  submit(request: { name: string; note: string; by: string }): Promise<SubmissionRecord>;
  /**
   * Puts what a model proposes into the queue, with its run, and changes nothing else (design.md 6). Throws bad_input,
   * not_found, forbidden (built in), draft_refused, conflict (one waits already, the name is taken, or the run has 20 waiting).
   */
  propose(request: { runId: string; proposal: Proposal }): Promise<SubmissionRecord>;
  list(filter: { status?: SubmissionRecord["status"] }): Promise<SubmissionRecord[]>;
  get(id: string): Promise<Submission>;
  /** The bytes on disk against the newest version of that name that was trusted. Throws not_found. */
  getOnDisk(name: string): Promise<OnDisk>;
  /** Records the digest as trusted, then writes the folder by rename. Throws conflict when it was decided already. */
  approve(request: { id: string; note: string; by: string }): Promise<SubmissionRecord>;
  reject(request: { id: string; note: string; by: string; askForChanges: boolean }): Promise<SubmissionRecord>;
  /** Trusts the bytes on disk as they are: a draft that came by file. Throws not_found, conflict (digest moved on). */
  trustDigest(request: { name: string; digest: string; by: string; reason: string }): Promise<void>;
  /** Takes the trust of a digest away. */
  demote(request: { digest: string; by: string; reason: string }): Promise<void>;
  /** Finishes writes that a crash left half done; called once at start. */
  recover(): Promise<void>;
};
