import { randomUUID } from "node:crypto";
import { recordAudit } from "#server/audit/record-audit";
import type { CapabilityFiles } from "#server/capability/contract";
import { digestOf } from "#server/capability/digest";
import { AppError } from "#server/errors";
import type { Registry } from "#server/registry/catalog";
import { isFolder, readFolder, toReason } from "#server/registry/read-folder";
import { deleteDraft, findDraft } from "#server/store/drafts";
import type { SubmissionRecord } from "#server/store/rows";
import type { Store } from "#server/store/store";
import { findSubmissions, getSubmission, insertSubmission, updateSubmission } from "#server/store/submissions";
import { findTrust, recordTrust, removeTrust } from "#server/store/trust";
import { loadVersion, saveVersion } from "#server/store/versions";
import { checkSubmittable } from "./check-submittable";
import { findIssues } from "./create-drafts";
import { diffFiles } from "./diff-files";
import { findComparison } from "./find-comparison";
import { findSubject, findTargetFolder } from "./find-subject";
import { isProposal, submitProposal } from "./proposals/submit-proposal";
import type { OnDisk, Review, Submission } from "./review";
import { writeFolder } from "./write-folder";

export type ReviewOptions = { store: Store; registry: Registry; log: (line: string) => void };

type Decision = { id: string; note: string; by: string };

/** Digest of what stands in a folder now; null when there is nothing, "unreadable" when that cannot be told. */
async function digestOnDisk(folder: string): Promise<string | null> {
  if (!(await isFolder(folder))) return null;
  const contents = readFolder(folder);
  if (contents.kind === "unreadable") return "unreadable";
  return contents.files.size > 0 ? digestOf(contents.files) : null;
}

function alreadyDecided({ status, decidedBy }: SubmissionRecord): AppError {
  return new AppError(
    "conflict",
    `This submission is ${status.replace("_", " ")} already${decidedBy ? `, by ${decidedBy}` : ""}.`,
    {
      next: "Reload the page to see the decision.",
    },
  );
}

/**
 * Submissions and decisions. States of a submission: *waiting*, then one of *approved*, *rejected*, *changes asked*, for
 * good. An approved one is written once its folder holds the digest (`writtenAt`); `recover` finishes those that are not.
 * Steps that change something run one after another, so two clicks at once are one decision and one refusal.
 */
class DiskReview implements Review {
  readonly #store: Store;
  readonly #registry: Registry;
  readonly #log: (line: string) => void;
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ store, registry, log }: ReviewOptions) {
    this.#store = store;
    this.#registry = registry;
    this.#log = log;
  }

  submit({ name, note, by }: { name: string; note: string; by: string }): Promise<SubmissionRecord> {
    return this.#enqueue(async () => {
      const draft = await findDraft(this.#store, name);
      if (!draft) throw new AppError("not_found", `There is no draft of "${name}" to submit.`);
      checkSubmittable(name, draft.files);
      const digest = digestOf(draft.files);
      await this.#refuseNothingNew(name, digest);
      const catalog = this.#registry.current();
      const targetFolder = findTargetFolder(catalog, name, findSubject(catalog, name));
      await saveVersion(this.#store, { digest, name, files: draft.files });
      const submission = await insertSubmission(this.#store, {
        id: randomUUID(),
        name,
        digest,
        baseDigest: draft.baseDigest,
        targetFolder,
        note,
        status: "waiting",
        submittedBy: by,
        submittedAt: new Date(),
      });
      await this.#audit("review.submit", by, submission);
      return submission;
    });
  }

  propose(request: Parameters<Review["propose"]>[0]): Promise<SubmissionRecord> {
    return this.#enqueue(() => submitProposal({ store: this.#store, registry: this.#registry }, request));
  }

  list(filter: { status?: SubmissionRecord["status"] }): Promise<SubmissionRecord[]> {
    return findSubmissions(this.#store, filter);
  }

  async get(id: string): Promise<Submission> {
    const submission = await getSubmission(this.#store, id);
    const files = await this.#getFiles(submission.digest);
    const comparedWith = await findComparison(this.#store, submission);
    const before = comparedWith ? await this.#getFiles(comparedWith.digest) : new Map();
    return {
      ...submission,
      diff: diffFiles(before, files),
      issues: findIssues(submission.name, files),
      comparedWith,
    };
  }

  async getOnDisk(name: string): Promise<OnDisk> {
    const subject = findSubject(this.#registry.current(), name);
    if (subject.kind !== "entry") {
      throw new AppError("not_found", `There is no capability "${name}" that can be loaded.`, {
        next: "See the list of capabilities.",
      });
    }
    const { digest } = subject;
    const files = await this.#registry.filesOf(digest);
    const comparedWith = await findComparison(this.#store, { name, digest, baseDigest: "", submittedAt: new Date() });
    const before = comparedWith ? await this.#getFiles(comparedWith.digest) : new Map();
    return { name, digest, diff: diffFiles(before, files), issues: findIssues(name, files), comparedWith };
  }

  approve({ id, note, by }: Decision): Promise<SubmissionRecord> {
    return this.#enqueue(async () => {
      const submission = await getSubmission(this.#store, id);
      if (submission.status !== "waiting") throw alreadyDecided(submission);
      await this.#refuseMovedOn(submission);
      const { digest, name } = submission;
      const reason = note === "" ? "Approved in review." : note;
      await recordTrust(this.#store, { digest, name, trustedBy: by, reason });
      const set = { status: "approved", decidedBy: by, decidedAt: new Date(), decisionNote: note } as const;
      const approved = await updateSubmission(this.#store, id, { from: "waiting", set });
      if (!approved) throw alreadyDecided(await getSubmission(this.#store, id));
      await this.#audit("review.approve", by, approved);
      const draft = await findDraft(this.#store, name);
      if (draft && digestOf(draft.files) === digest) await deleteDraft(this.#store, name);
      return this.#write(approved);
    });
  }

  reject({ id, note, by, askForChanges }: Decision & { askForChanges: boolean }): Promise<SubmissionRecord> {
    return this.#enqueue(async () => {
      const status = askForChanges ? "changes_asked" : "rejected";
      const set = { status, decidedBy: by, decidedAt: new Date(), decisionNote: note } as const;
      const rejected = await updateSubmission(this.#store, id, { from: "waiting", set });
      if (!rejected) throw alreadyDecided(await getSubmission(this.#store, id));
      await this.#audit(askForChanges ? "review.ask_for_changes" : "review.reject", by, rejected);
      return rejected;
    });
  }

  trustDigest({
    name,
    digest,
    by,
    reason,
  }: {
    name: string;
    digest: string;
    by: string;
    reason: string;
  }): Promise<void> {
    return this.#enqueue(async () => {
      const subject = findSubject(this.#registry.current(), name);
      if (subject.kind !== "entry")
        throw new AppError("not_found", `There is no capability "${name}" that can be loaded.`);
      if (subject.digest !== digest) {
        throw new AppError("conflict", `"${name}" has changed since you looked at it.`, {
          next: "Reload the page, look at the new version, then decide.",
          details: { digest: subject.digest },
        });
      }
      await saveVersion(this.#store, { digest, name, files: await this.#registry.filesOf(digest) });
      await recordTrust(this.#store, { digest, name, trustedBy: by, reason });
      await recordAudit(this.#store, { actor: by, action: "trust.record", subject: name, details: { digest, reason } });
      await this.#registry.update();
    });
  }

  demote({ digest, by, reason }: { digest: string; by: string; reason: string }): Promise<void> {
    return this.#enqueue(async () => {
      const record = (await findTrust(this.#store)).get(digest);
      if (!record || !(await removeTrust(this.#store, digest))) {
        throw new AppError("not_found", `The version ${digest.slice(0, 12)} is not trusted.`, {
          next: "Reload the page.",
        });
      }
      const details = { digest, reason, trustedBy: record.trustedBy };
      await recordAudit(this.#store, { actor: by, action: "trust.remove", subject: record.name, details });
      await this.#registry.update();
    });
  }

  recover(): Promise<void> {
    return this.#enqueue(async () => {
      const unwritten = await findSubmissions(this.#store, { status: "approved", isWritten: false });
      const trust = await findTrust(this.#store);
      // Oldest first, so that the newest decision on a name is the one that stays.
      for (const submission of unwritten.reverse()) {
        if (!trust.has(submission.digest)) continue;
        try {
          await this.#refuseMovedOn(submission);
          await this.#write(submission);
          this.#log(`review: the approved version of ${submission.name} is now in ${submission.targetFolder}.`);
        } catch (error) {
          this.#log(
            `review: ${submission.name} is approved but not written to ${submission.targetFolder}: ${toReason(error)}`,
          );
        }
      }
    });
  }

  #enqueue<Result>(step: () => Promise<Result>): Promise<Result> {
    const next = this.#queue.then(step);
    this.#queue = next.catch(() => undefined);
    return next;
  }

  #audit(
    action: string,
    actor: string,
    { id, name, digest, targetFolder, note, decisionNote }: SubmissionRecord,
  ): Promise<void> {
    const details = { submission: id, digest, targetFolder, note: decisionNote ?? note };
    return recordAudit(this.#store, { actor, action, subject: name, details });
  }

  async #refuseNothingNew(name: string, digest: string): Promise<void> {
    const waiting = (await findSubmissions(this.#store, { status: "waiting", name })).find((each) => !isProposal(each));
    if (waiting) {
      throw new AppError(
        "conflict",
        `A version of "${name}" is waiting for review already, since ${waiting.submittedAt.toISOString()}.`,
        {
          next: "Decide on that one first.",
          details: { submission: waiting.id },
        },
      );
    }
    const current = this.#registry.current().entries.get(name);
    if (current?.digest === digest && current.state === "trusted") {
      throw new AppError("bad_input", `This draft of "${name}" is the trusted version; there is nothing to review.`);
    }
  }

  /** A folder that somebody changed after the draft began is not overwritten: their bytes were in no diff. */
  async #refuseMovedOn({ name, targetFolder, digest, baseDigest }: SubmissionRecord): Promise<void> {
    const onDisk = await digestOnDisk(targetFolder);
    if (onDisk === null || onDisk === digest || onDisk === baseDigest) return;
    throw new AppError(
      "conflict",
      `${targetFolder} was changed since "${name}" was drafted; writing would undo that.`,
      {
        next: "Discard the draft, take up the version on disk, and submit again.",
        details: { digest: onDisk },
      },
    );
  }

  /** Writes what was approved. Throws conflict or disk_full when the system refuses; the approval stands and is finished by `recover`. */
  async #write(submission: SubmissionRecord): Promise<SubmissionRecord> {
    const { id, name, targetFolder: folder, digest } = submission;
    const files = await this.#getFiles(digest);
    try {
      if ((await digestOnDisk(folder)) !== digest) await writeFolder({ folder, files, id });
    } catch (cause) {
      await this.#registry.update();
      const isFull = cause instanceof Error && "code" in cause && cause.code === "ENOSPC";
      throw new AppError(
        isFull ? "disk_full" : "conflict",
        `"${name}" is approved, but ${folder} could not be written: ${toReason(cause)}.`,
        {
          next: "Make the folder writable and restart Capstan; it then finishes the write.",
          cause,
        },
      );
    }
    const written = await updateSubmission(this.#store, id, { from: "approved", set: { writtenAt: new Date() } });
    await this.#registry.update([folder]);
    return written ?? submission;
  }

  async #getFiles(digest: string): Promise<CapabilityFiles> {
    return (await loadVersion(this.#store, digest)) ?? this.#registry.filesOf(digest);
  }
}

/** The review room over a store and a registry. Everything a person decides in it leaves an audit line. */
export function createReview(options: ReviewOptions): Review {
  return new DiskReview(options);
}
