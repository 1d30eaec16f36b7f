import { expect, test } from "vitest";
import { type Entry, findDraftsOnDisk, type Submission, toQueue } from "./queue-model";

function toSubmission(id: string, status: Submission["status"], hour: number): Submission {
  return {
    id,
    name: id,
    digest: `digest of ${id}`,
    baseDigest: "",
    targetFolder: `/roots/${id}`,
    note: "",
    status,
    submittedBy: "ada",
    submittedAt: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
    decidedBy: null,
    decidedAt: null,
    decisionNote: null,
    writtenAt: null,
    proposedInRun: null,
  };
}

function toEntry(name: string, state: Entry["state"]): Entry {
  return {
    name,
    title: name,
    place: state === "shadowed" ? "shadowed" : "current",
    state,
    type: "tool",
    layer: "L2",
    rootPath: "/roots",
    folder: `/roots/${name}`,
    digest: `digest of ${name}`,
    version: "0.1.0",
    sensitivity: "public",
    description: "",
    when: "",
    group: "fs",
    icon: null,
    minTier: "question",
    approvalType: "none",
    utterances: [],
    disabled: null,
    shadowedBy: null,
    composedFrom: null,
    errors: 0,
    warnings: 0,
    firstIssue: null,
  };
}

test("what waits comes first, each part newest first", () => {
  const queue = toQueue([
    toSubmission("old", "approved", 1),
    toSubmission("first", "waiting", 2),
    toSubmission("new", "rejected", 4),
    toSubmission("second", "waiting", 3),
  ]);
  expect(queue.map((submission) => submission.id)).toEqual(["second", "first", "new", "old"]);
});

test("drafts on disk are the untrusted winners whose bytes nobody submitted", () => {
  const entries = [
    toEntry("by-file", "draft"),
    toEntry("submitted", "draft"),
    toEntry("fine", "trusted"),
    toEntry("hidden", "shadowed"),
  ];
  const submissions = [toSubmission("submitted", "waiting", 1), toSubmission("by-file", "rejected", 2)];
  expect(findDraftsOnDisk(entries, submissions).map((entry) => entry.name)).toEqual(["by-file"]);
});
