import { expect, test } from "vitest";
import { deleteAdmission, findAdmissions, saveAdmission } from "./admissions";
import { findAuditRows, insertAudit } from "./audit-rows";
import { deleteDraft, findDraft, findDrafts, saveDraft } from "./drafts";
import { findLedger, findUsage, insertLedger } from "./ledger-rows";
import { addMatches, findMatches, findMatchesOf } from "./match-rows";
import type { LedgerRecord } from "./rows";
import {
  deleteSession,
  ensurePerson,
  findSession,
  insertLaunchToken,
  insertSession,
  touchSession,
  useLaunchToken,
} from "./sessions";
import { readSettings, writeSetting } from "./setting-rows";
import { findSubmissions, getSubmission, insertSubmission, updateSubmission } from "./submissions";
import { openTestStore } from "./testing";
import { findTrust, recordTrust, removeTrust } from "./trust";
import { findVersions, loadVersion, saveVersion } from "./versions";

const early = new Date("2026-11-30T12:00:00Z");
const late = new Date("2026-11-30T12:15:00Z");
const files = (text: string) => new Map([["CAPABILITY.yaml", Buffer.from(text)]]);

test("trust belongs to a digest, keeps its first record and can be taken away", async () => {
  await using store = await openTestStore();
  await recordTrust(store, { digest: "d1", name: "n", trustedBy: "ada", reason: "reviewed", trustedAt: early });
  await recordTrust(store, { digest: "d1", name: "n", trustedBy: "bob", reason: "again" });
  expect(await findTrust(store)).toEqual(
    new Map([["d1", { digest: "d1", name: "n", trustedBy: "ada", reason: "reviewed", trustedAt: early }]]),
  );
  expect(await removeTrust(store, "d1")).toBe(true);
  expect(await removeTrust(store, "d1")).toBe(false);
  expect((await findTrust(store)).size).toBe(0);
});

test("a version's files come back byte for byte and are stored once", async () => {
  await using store = await openTestStore();
  const bytes = new Map([
    ["CAPABILITY.yaml", Uint8Array.from([0, 255, 10])],
    ["impl/run.mjs", Uint8Array.from([0, 255, 10])],
    ["empty.md", new Uint8Array()],
  ]);
  await saveVersion(store, { digest: "d", name: "n", files: bytes });
  await saveVersion(store, { digest: "d", name: "n", files: new Map() });
  const loaded = await loadVersion(store, "d");
  expect([...(loaded ?? [])].map(([path, content]) => [path, [...content]])).toEqual(
    [...bytes].map(([path, content]) => [path, [...content]]),
  );
  expect(await store.db.blob.count()).toBe(2);
  expect(await loadVersion(store, "other")).toBeNull();
  expect(await findVersions(store, ["d", "other"])).toEqual(new Set(["d"]));
});

test("a root is let in once and can be sent away", async () => {
  await using store = await openTestStore();
  await saveAdmission(store, { path: "/p", admittedBy: "ada" });
  await saveAdmission(store, { path: "/p", admittedBy: "bob" });
  expect(await findAdmissions(store)).toEqual(new Set(["/p"]));
  expect(await deleteAdmission(store, "/p")).toBe(true);
  expect(await findAdmissions(store)).toEqual(new Set());
});

test("of two saves of one revision the second is stale and changes nothing", async () => {
  await using store = await openTestStore();
  const save = (revision: number, text: string, updatedBy: string) =>
    saveDraft(store, { name: "n", baseDigest: "b", revision, updatedBy, files: files(text) });
  expect(await Promise.all([save(0, "one", "ada"), save(0, "two", "bob")])).toEqual(["saved", "stale"]);
  expect(await Promise.all([save(1, "three", "ada"), save(1, "four", "bob")])).toEqual(["saved", "stale"]);
  const draft = await findDraft(store, "n");
  expect(draft).toMatchObject({ revision: 2, updatedBy: "ada", baseDigest: "b" });
  expect(Buffer.from(draft?.files.get("CAPABILITY.yaml") ?? []).toString()).toBe("three");
  expect((await findDrafts(store)).map(({ name }) => name)).toEqual(["n"]);
  expect(await deleteDraft(store, "n")).toBe(true);
  expect(await findDraft(store, "n")).toBeNull();
  expect(await store.db.draftFile.count()).toBe(0);
});

test("of two decisions on one submission one wins", async () => {
  await using store = await openTestStore();
  await insertSubmission(store, {
    id: "s",
    name: "n",
    digest: "d",
    baseDigest: "",
    targetFolder: "/t",
    note: "",
    status: "waiting",
    submittedBy: "ada",
    submittedAt: early,
  });
  const decide = (status: "approved" | "rejected") =>
    updateSubmission(store, "s", { from: "waiting", set: { status, decidedBy: status, decidedAt: late } });
  const [approved, rejected] = await Promise.all([decide("approved"), decide("rejected")]);
  expect([approved?.status, rejected]).toEqual(["approved", null]);
  expect(await findSubmissions(store, { status: "approved", isWritten: false })).toMatchObject([{ id: "s" }]);
  expect(await findSubmissions(store, { isWritten: true })).toEqual([]);
  await expect(getSubmission(store, "nobody")).rejects.toMatchObject({ code: "not_found" });
});

test("a launch token works once and never after it expired", async () => {
  await using store = await openTestStore();
  await insertLaunchToken(store, { tokenHash: "h", createdAt: early, expiresAt: late });
  const attempts = [1, 2, 3].map(() => useLaunchToken(store, "h", early));
  expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
  await insertLaunchToken(store, { tokenHash: "old", createdAt: early, expiresAt: early });
  expect(await useLaunchToken(store, "old", late)).toBe(false);
  expect(await useLaunchToken(store, "unknown", early)).toBe(false);
});

test("a session is found with its person until it is deleted", async () => {
  await using store = await openTestStore();
  await ensurePerson(store, { id: "p", name: "Ada" });
  await ensurePerson(store, { id: "p", name: "Someone else" });
  await insertSession(store, { tokenHash: "h", personId: "p", userAgent: "ua", createdAt: early, expiresAt: late });
  await touchSession(store, "h", late);
  expect(await findSession(store, "h")).toMatchObject({ person: { name: "Ada" }, lastSeenAt: late, expiresAt: late });
  expect(await deleteSession(store, "h")).toBe(true);
  expect(await findSession(store, "h")).toBeNull();
});

test("settings keep JSON values by key and undefined takes one away", async () => {
  await using store = await openTestStore();
  await writeSetting(store, { key: "a", value: { deep: [1] }, updatedBy: "ada" });
  await writeSetting(store, { key: "b", value: null, updatedBy: "ada" });
  await writeSetting(store, { key: "a", value: "text", updatedBy: "ada" });
  expect(await readSettings(store)).toEqual(
    new Map<string, unknown>([
      ["a", "text"],
      ["b", null],
    ]),
  );
  await writeSetting(store, { key: "a", value: undefined, updatedBy: "ada" });
  expect([...(await readSettings(store)).keys()]).toEqual(["b"]);
});

test("audit lines come back newest first, ledger records in order", async () => {
  await using store = await openTestStore();
  for (const action of ["submit", "approve"]) {
    await insertAudit(store, { at: early, actor: "ada", action, subject: "n", details: { action } });
  }
  expect((await findAuditRows(store, { subject: "n", limit: 5 })).map(({ details }) => details)).toEqual([
    { action: "approve" },
    { action: "submit" },
  ]);
  const record = {
    at: early,
    kind: "model_call" as const,
    runId: "r",
    capability: "n",
    digest: null,
    model: "m",
    level: null,
    ok: true,
    durationMs: 3,
    llmCalls: 1,
    cacheHits: 0,
    inputTokens: 5,
    outputTokens: 7,
    costUsd: null,
    error: null,
    inputBytes: 0,
    outputBytes: 0,
    requestId: "request_1",
  };
  await insertLedger(store, [record]);
  expect(await findLedger(store, "r")).toEqual([record]);
});

const call: LedgerRecord = {
  at: early,
  kind: "execution",
  runId: "e",
  capability: "n",
  digest: "d",
  model: null,
  level: "os",
  ok: true,
  durationMs: 10,
  llmCalls: 0,
  cacheHits: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: null,
  error: null,
  inputBytes: 100,
  outputBytes: 1_000,
  requestId: null,
};

test("usage adds up executions and host calls of one name, and leaves model calls and others out", async () => {
  await using store = await openTestStore();
  const durations = Array.from({ length: 20 }, (_, index) => (index + 1) * 10);
  await insertLedger(store, [
    ...durations.map((durationMs) => ({ ...call, durationMs })),
    { ...call, kind: "host_call", at: late, ok: false, durationMs: 5 },
    { ...call, kind: "model_call", durationMs: 9_999 },
    { ...call, capability: "other", durationMs: 9_999 },
  ]);
  expect(await findUsage(store, "n")).toEqual({
    calls: 21,
    failures: 1,
    lastAt: late,
    durationMs: { total: 2_105, p50: 100, p95: 190 },
    inputBytes: 2_100,
    outputBytes: 21_000,
  });
});

test("a capability that was never called has no usage", async () => {
  await using store = await openTestStore();
  expect(await findUsage(store, "n")).toEqual({
    calls: 0,
    failures: 0,
    lastAt: null,
    durationMs: { total: 0, p50: null, p95: null },
    inputBytes: 0,
    outputBytes: 0,
  });
});

test("matches add up and keep the last time", async () => {
  await using store = await openTestStore();
  await addMatches(store, new Map([["n", { matches: 2, lastAt: late }]]));
  await addMatches(
    store,
    new Map([
      ["n", { matches: 3, lastAt: early }],
      ["m", { matches: 1, lastAt: early }],
    ]),
  );
  expect(await findMatches(store)).toEqual(
    new Map([
      ["n", { matches: 5, lastAt: late }],
      ["m", { matches: 1, lastAt: early }],
    ]),
  );
  expect(await findMatchesOf(store, "n")).toEqual({ matches: 5, lastAt: late });
  expect(await findMatchesOf(store, "never")).toBeNull();
});
