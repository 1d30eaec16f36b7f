import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findAudit } from "#server/audit/record-audit";
import { digestOf } from "#server/capability/digest";
import { createRegistry } from "#server/registry/create-registry";
import { makeRoot, makeTempFolder, makeTool, waitForCatalog, writeFiles, writeTool } from "#server/registry/testing";
import type { RootSetting } from "#server/settings";
import { findSubmissions, updateSubmission } from "#server/store/submissions";
import { openTestStore } from "#server/store/testing";
import { findTrust, recordTrust } from "#server/store/trust";
import { createDrafts } from "./create-drafts";
import { createReview } from "./create-review";
import { writeFolder } from "./write-folder";

const BY = "ada";

async function openRoom(roots: RootSetting[]) {
  const store = await openTestStore();
  const registry = await createRegistry({
    store,
    roots: async () => roots,
    hostTools: [],
    hostServices: [],
    log: () => {},
  });
  const lines: string[] = [];
  const openReview = () => createReview({ store, registry, log: (line) => lines.push(line) });
  return {
    store,
    registry,
    lines,
    drafts: createDrafts({ store, registry }),
    review: openReview(),
    openReview,
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

type Room = Awaited<ReturnType<typeof openRoom>>;

const yaml = (name: string, description: string) =>
  `name: ${name}\nversion: 1.0.1\ntype: tool\ndescription: ${description}\n`;

/** A draft that changes the description, from the beginning. */
function edit({ drafts }: Room, name: string, description: string, revision = 0) {
  return drafts.save({ name, revision, changes: [{ path: "CAPABILITY.yaml", text: yaml(name, description) }], by: BY });
}

async function editAndSubmit(room: Room, name: string, description: string) {
  await edit(room, name, description);
  return room.review.submit({ name, note: "please", by: BY });
}

const decide = (id: string) => ({ id, note: "fine", by: "bob" });

describe("drafts", () => {
  test("begin with the entry's files, and grow by revisions", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    expect(await room.drafts.find("a")).toBeNull();
    const first = await edit(room, "a", "One.");
    expect(first).toMatchObject({ revision: 1, updatedBy: BY, isBehind: false, issues: [] });
    expect(first.files.map(({ path }) => path)).toEqual(["CAPABILITY.yaml", "impl/run.mjs"]);
    expect(first.baseDigest).toBe(room.registry.current().entries.get("a")?.digest);
    const second = await edit(room, "a", "Two.", 1);
    expect(second.revision).toBe(2);
    expect(second.digest).not.toBe(first.digest);
    expect(await room.drafts.find("a")).toEqual(second);
    expect((await room.drafts.filesOf("a"))?.size).toBe(2);
    expect(readFileSync(join(root.path, "a", "CAPABILITY.yaml"), "utf8")).toContain("Does a things.");
  });

  test("a save that saw an older revision is a conflict that holds the stored draft", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    await edit(room, "a", "One.");
    const stored = await edit(room, "a", "Two.", 1);
    await expect(edit(room, "a", "Late.", 1)).rejects.toMatchObject({ code: "conflict", details: stored });
    await expect(edit(room, "a", "Begins again.", 0)).rejects.toMatchObject({ code: "conflict", details: stored });
    expect(await room.drafts.find("a")).toEqual(stored);
  });

  test("of twenty saves at once one is kept and nineteen are conflicts", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const saves = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => edit(room, "a", `Number ${at}.`)));
    expect(saves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await room.drafts.find("a"))?.revision).toBe(1);
  });

  test("a draft that was discarded cannot be saved on", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    await edit(room, "a", "One.");
    await room.drafts.discard("a", BY);
    await expect(edit(room, "a", "Two.", 1)).rejects.toMatchObject({ code: "not_found" });
    expect(await findAudit(room.store, { subject: "a", limit: 9 })).toMatchObject([
      { action: "draft.discard", actor: BY },
    ]);
  });

  test("findings of the whole folder are told, with their places", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const text = "name: a\ndescription: x\ndescripton: y\nevidence: { cases: cases.jsonl }\n";
    const draft = await room.drafts.save({
      name: "a",
      revision: 0,
      changes: [{ path: "CAPABILITY.yaml", text }],
      by: BY,
    });
    expect(draft.issues.map(({ code, line }) => [code, line])).toEqual([
      ["misspelled_key", 3],
      ["missing_cases", 4],
    ]);
  });

  test("a draft is behind when the disk moved on", async () => {
    using root = makeTempFolder();
    const folder = writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const { baseDigest } = await edit(room, "a", "One.");
    writeFileSync(join(folder, "impl/run.mjs"), "// other");
    await waitForCatalog(room.registry, ({ entries }) => entries.get("a")?.digest !== baseDigest);
    expect((await room.drafts.find("a"))?.isBehind).toBe(true);
  });

  test("a broken entry can be mended, a new one begun; a pending one cannot be touched", async () => {
    using root = makeTempFolder();
    writeFiles(join(root.path, "team", "sick"), { ...makeTool("sick"), "CAPABILITY.yaml": "name: [" });
    writeTool(join(root.path, "fresh"), "waits");
    await using room = await openRoom([
      makeRoot(join(root.path, "team")),
      makeRoot(join(root.path, "fresh"), { admission: "needed" }),
    ]);
    expect((await edit(room, "sick", "Well.")).files).toHaveLength(2);
    expect(await edit(room, "brand-new", "New.")).toMatchObject({
      baseDigest: "",
      files: [{ path: "CAPABILITY.yaml" }],
    });
    await expect(edit(room, "waits", "x")).rejects.toMatchObject({ code: "root_pending" });
    await expect(edit(room, "Not A Name", "x")).rejects.toMatchObject({ code: "bad_input" });
  });

  test.each(["../../outside.txt", "/tmp/outside.txt", ".git/config"])(
    "a change of %s is refused and nothing is stored",
    async (path) => {
      using root = makeTempFolder();
      writeTool(root.path, "a");
      await using room = await openRoom([makeRoot(root.path)]);
      await expect(
        room.drafts.save({ name: "a", revision: 0, changes: [{ path, text: "x" }], by: BY }),
      ).rejects.toMatchObject({ code: "bad_input" });
      expect(await room.drafts.find("a")).toBeNull();
    },
  );
});

describe("submitting", () => {
  test("freezes the files: later saves change the draft, not the submission", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const submission = await editAndSubmit(room, "a", "One.");
    await edit(room, "a", "Two.", 1);
    const seen = await room.review.get(submission.id);
    expect(seen).toMatchObject({ status: "waiting", submittedBy: BY, targetFolder: join(root.path, "a"), issues: [] });
    expect(seen.diff).toEqual([
      { path: "CAPABILITY.yaml", before: makeTool("a")["CAPABILITY.yaml"], after: yaml("a", "One."), isBinary: false },
    ]);
    expect(seen.comparedWith?.label).toBe("untrusted version it began from");
  });

  test.each([
    ["YAML that cannot be read", "name: [", /cannot be submitted: CAPABILITY.yaml, line 1/],
    ["an error in the contract", "name: a\ndescription: x\nsteps: [{ id: s, kind: llm }]\n", /has no prompt/],
    [
      "a schema that does not compile",
      "name: a\ndescription: x\ncontract: { input: { type: text } }\n",
      /does not compile/,
    ],
    ["another name", "name: b\ndescription: x\n", /calls itself "b"/],
  ])("%s is refused with the findings", async (_, text, message) => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    await room.drafts.save({ name: "a", revision: 0, changes: [{ path: "CAPABILITY.yaml", text }], by: BY });
    const submit = room.review.submit({ name: "a", note: "", by: BY });
    await expect(submit).rejects.toMatchObject({ code: "bad_input", message: expect.stringMatching(message) });
    expect(await room.review.list({})).toEqual([]);
  });

  test("a draft without a program is refused", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    await room.drafts.save({ name: "a", revision: 0, changes: [{ path: "impl/run.mjs", text: null }], by: BY });
    await expect(room.review.submit({ name: "a", note: "", by: BY })).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringMatching(/impl\/run.mjs is missing/),
    });
  });

  test("no draft, a second submission, and the trusted bytes themselves are refused", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const submit = () => room.review.submit({ name: "a", note: "", by: BY });
    await expect(submit()).rejects.toMatchObject({ code: "not_found" });
    const base = makeTool("a")["CAPABILITY.yaml"] ?? "";
    await room.drafts.save({ name: "a", revision: 0, changes: [{ path: "CAPABILITY.yaml", text: base }], by: BY });
    await recordTrust(room.store, {
      digest: (await room.drafts.find("a"))?.digest ?? "",
      name: "a",
      trustedBy: BY,
      reason: "",
    });
    await room.registry.update();
    await expect(submit()).rejects.toMatchObject({ code: "bad_input" });
    await edit(room, "a", "One.", 1);
    const results = await Promise.allSettled([submit(), submit()]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await room.review.list({ status: "waiting" })).toHaveLength(1);
  });
});

describe("approving", () => {
  test("makes the digest trusted, writes the folder, ends the draft, and is audited", async () => {
    using root = makeTempFolder();
    const folder = writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const { id, digest } = await editAndSubmit(room, "a", "One.");
    const approved = await room.review.approve(decide(id));
    expect(approved).toMatchObject({
      status: "approved",
      decidedBy: "bob",
      decisionNote: "fine",
      writtenAt: expect.any(Date),
    });
    expect(readFileSync(join(folder, "CAPABILITY.yaml"), "utf8")).toBe(yaml("a", "One."));
    expect(room.registry.current().entries.get("a")).toMatchObject({ digest, state: "trusted" });
    expect((await findTrust(room.store)).get(digest)).toMatchObject({ trustedBy: "bob", reason: "fine" });
    expect(await room.drafts.find("a")).toBeNull();
    expect(readdirSync(root.path)).toEqual(["a"]);
    expect(
      (await findAudit(room.store, { subject: "a", limit: 9 })).map(({ action, actor }) => [action, actor]),
    ).toEqual([
      ["review.approve", "bob"],
      ["review.submit", BY],
    ]);
  });

  test("a draft that went on after the submission stays", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const { id } = await editAndSubmit(room, "a", "One.");
    await edit(room, "a", "Two.", 1);
    await room.review.approve(decide(id));
    expect(await room.drafts.find("a")).toMatchObject({ revision: 2, isBehind: true });
  });

  test("an entry of a read-only root becomes an override in the first root above it that can be written", async () => {
    using root = makeTempFolder();
    const [shipped, closed, project, user] = ["shipped", "closed", "project", "user"].map((name) =>
      join(root.path, name),
    );
    if (!shipped || !closed || !project || !user) throw new Error("unreachable");
    writeTool(shipped, "a");
    await using room = await openRoom([
      makeRoot(shipped, { layer: "L1" }),
      makeRoot(closed, { admission: "needed" }),
      makeRoot(project),
      makeRoot(user),
    ]);
    const { id, targetFolder } = await editAndSubmit(room, "a", "Ours.");
    expect(targetFolder).toBe(join(project, "a"));
    expect(existsSync(project)).toBe(false);
    await room.review.approve(decide(id));
    const { entries, shadowed } = room.registry.current();
    expect(entries.get("a")).toMatchObject({ layer: "L2", state: "trusted", rootPath: project });
    expect(shadowed).toMatchObject([{ layer: "L1", shadowedBy: join(project, "a") }]);
    expect(readFileSync(join(shipped, "a", "CAPABILITY.yaml"), "utf8")).toBe(makeTool("a")["CAPABILITY.yaml"]);
  });

  test("without any root to write to, submitting says what to do", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path, { layer: "L1" })]);
    await edit(room, "a", "Ours.");
    await expect(room.review.submit({ name: "a", note: "", by: BY })).rejects.toMatchObject({
      code: "conflict",
      next: expect.stringContaining("Settings"),
    });
  });

  test("a new capability and one in the versioned layout are written where they belong", async () => {
    using root = makeTempFolder();
    writeFiles(join(root.path, "b", "current"), makeTool("b"));
    await using room = await openRoom([makeRoot(root.path)]);
    await room.drafts.save({
      name: "new-one",
      revision: 0,
      changes: Object.entries(makeTool("new-one")).map(([path, text]) => ({ path, text })),
      by: BY,
    });
    await room.review.approve(decide((await room.review.submit({ name: "new-one", note: "", by: BY })).id));
    await room.review.approve(decide((await editAndSubmit(room, "b", "Versioned.")).id));
    const { entries } = room.registry.current();
    expect([...entries.values()].map(({ name, folder, state }) => [name, folder, state])).toEqual([
      ["b", join(root.path, "b", "current"), "trusted"],
      ["new-one", join(root.path, "new-one"), "trusted"],
    ]);
  });

  test("an edit made on disk in the meantime is not overwritten", async () => {
    using root = makeTempFolder();
    const folder = writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const { id, digest } = await editAndSubmit(room, "a", "One.");
    writeFileSync(join(folder, "impl/run.mjs"), "// mine");
    await expect(room.review.approve(decide(id))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/was changed since/),
    });
    expect(readFileSync(join(folder, "impl/run.mjs"), "utf8")).toBe("// mine");
    expect((await findTrust(room.store)).has(digest)).toBe(false);
    expect(await room.review.get(id)).toMatchObject({ status: "waiting" });
  });

  test("of two decisions at once one counts, and a decision is final", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const { id, digest } = await editAndSubmit(room, "a", "One.");
    const results = await Promise.allSettled([
      room.review.reject({ ...decide(id), askForChanges: true }),
      room.review.approve(decide(id)),
    ]);
    expect(results).toMatchObject([
      { status: "fulfilled", value: { status: "changes_asked" } },
      { status: "rejected", reason: { code: "conflict" } },
    ]);
    expect((await findTrust(room.store)).has(digest)).toBe(false);
    await expect(room.review.reject({ ...decide(id), askForChanges: false })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await findAudit(room.store, { action: "review.ask_for_changes", limit: 9 })).toHaveLength(1);
  });

  test("a rejected draft stays for its author and can be submitted again", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const { id } = await editAndSubmit(room, "a", "One.");
    await room.review.reject({ ...decide(id), askForChanges: false });
    await edit(room, "a", "Better.", 1);
    await room.review.submit({ name: "a", note: "", by: BY });
    expect((await room.review.list({})).map(({ status }) => status).sort()).toEqual(["rejected", "waiting"]);
  });

  test("a submission is compared with the trusted version", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    await room.review.approve(decide((await editAndSubmit(room, "a", "One.")).id));
    const { id } = await editAndSubmit(room, "a", "Two.");
    const seen = await room.review.get(id);
    expect(seen.comparedWith?.label).toBe("trusted version");
    expect(seen.diff).toMatchObject([{ before: yaml("a", "One."), after: yaml("a", "Two.") }]);
  });
});

describe("a crash", () => {
  test("between trust and write is finished at the next start", async () => {
    using root = makeTempFolder();
    const folder = writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const { id, digest } = await editAndSubmit(room, "a", "One.");
    await recordTrust(room.store, { digest, name: "a", trustedBy: "bob", reason: "fine" });
    await updateSubmission(room.store, id, {
      from: "waiting",
      set: { status: "approved", decidedBy: "bob", decidedAt: new Date() },
    });
    expect(room.registry.current().entries.get("a")?.state).toBe("draft");

    await room.openReview().recover();
    expect(room.registry.current().entries.get("a")).toMatchObject({ digest, state: "trusted" });
    expect(readFileSync(join(folder, "CAPABILITY.yaml"), "utf8")).toBe(yaml("a", "One."));
    const [record] = await findSubmissions(room.store, { name: "a" });
    expect(record?.writtenAt).toBeInstanceOf(Date);
    await room.openReview().recover();
    expect(room.lines).toHaveLength(1);
  });

  test("before the decision was stored leaves the submission waiting, and approving again works", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const { id, digest } = await editAndSubmit(room, "a", "One.");
    await recordTrust(room.store, { digest, name: "a", trustedBy: "bob", reason: "fine" });
    await room.openReview().recover();
    expect(await room.review.approve(decide(id))).toMatchObject({ status: "approved" });
  });

  test("between the two renames is finished, and what is no part of the capability goes along", async () => {
    using root = makeTempFolder();
    const folder = writeTool(root.path, "a");
    writeFiles(folder, { ".git/HEAD": "ref", "impl/node_modules/x.js": "x", "stale.txt": "old" });
    chmodSync(join(folder, "impl/run.mjs"), 0o755);
    const files = new Map([
      ["CAPABILITY.yaml", Buffer.from(yaml("a", "New."))],
      ["impl/run.mjs", Buffer.from("// new")],
    ]);
    mkdirSync(join(root.path, ".a.new-7"));
    renameSync(folder, join(root.path, ".a.old-7"));
    await writeFolder({ folder, files, id: "7" });
    expect(readdirSync(root.path)).toEqual(["a"]);
    expect(readdirSync(folder, { recursive: true }).map(String).sort()).toEqual([
      ".git",
      ".git/HEAD",
      "CAPABILITY.yaml",
      "impl",
      "impl/node_modules",
      "impl/node_modules/x.js",
      "impl/run.mjs",
    ]);
    expect(statSync(join(folder, "impl/run.mjs")).mode & 0o777).toBe(0o755);
    expect(existsSync(join(folder, "stale.txt"))).toBe(false);
  });

  test("does not bring back a trust that a person took away", async () => {
    using root = makeTempFolder();
    const folder = writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const { id } = await editAndSubmit(room, "a", "One.");
    await updateSubmission(room.store, id, {
      from: "waiting",
      set: { status: "approved", decidedBy: "bob", decidedAt: new Date() },
    });
    await room.openReview().recover();
    expect(readFileSync(join(folder, "CAPABILITY.yaml"), "utf8")).toBe(makeTool("a")["CAPABILITY.yaml"]);
  });
});

test("a folder that cannot be written keeps its old files; the approval stands and is finished later", async () => {
  using root = makeTempFolder();
  const folder = writeTool(join(root.path, "team"), "a");
  await using room = await openRoom([makeRoot(join(root.path, "team"))]);
  const { id, digest } = await editAndSubmit(room, "a", "One.");
  const [submission] = await findSubmissions(room.store, { name: "a" });
  const blocker = join(root.path, "team", `.a.new-${submission?.id}`);
  mkdirSync(join(root.path, "elsewhere"));
  renameSync(folder, join(root.path, "elsewhere", "a"));
  rmSync(join(root.path, "team"), { recursive: true });
  writeFileSync(join(root.path, "team"), "a file where the root was");
  await expect(room.review.approve(decide(id))).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/is approved, but/),
  });
  expect((await findTrust(room.store)).has(digest)).toBe(true);

  rmSync(join(root.path, "team"));
  mkdirSync(join(root.path, "team"));
  renameSync(join(root.path, "elsewhere", "a"), folder);
  await room.review.recover();
  expect(existsSync(blocker)).toBe(false);
  expect(readFileSync(join(folder, "CAPABILITY.yaml"), "utf8")).toBe(yaml("a", "One."));
});

describe("trust without a submission", () => {
  test("what came by file is trusted as it stands, and the trust can be taken away", async () => {
    using root = makeTempFolder();
    writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const digest = room.registry.current().entries.get("a")?.digest ?? "";
    await room.review.trustDigest({ name: "a", digest, by: "bob", reason: "looked at it" });
    expect(room.registry.current().entries.get("a")?.state).toBe("trusted");
    await room.review.demote({ digest, by: "bob", reason: "leaks" });
    expect(room.registry.current().entries.get("a")?.state).toBe("draft");
    await expect(room.review.demote({ digest, by: "bob", reason: "" })).rejects.toMatchObject({ code: "not_found" });
    expect((await findAudit(room.store, { subject: "a", limit: 9 })).map(({ action }) => action)).toEqual([
      "trust.remove",
      "trust.record",
    ]);
  });

  test("bytes on disk are read whole at first, later against the version that was trusted last", async () => {
    using root = makeTempFolder();
    const folder = writeTool(root.path, "a");
    await using room = await openRoom([makeRoot(root.path)]);
    const first = await room.review.getOnDisk("a");
    expect(first).toMatchObject({ name: "a", comparedWith: null });
    expect(first.diff.map(({ path, before }) => [path, before])).toEqual([
      ["CAPABILITY.yaml", null],
      ["impl/run.mjs", null],
    ]);
    await room.review.trustDigest({ name: "a", digest: first.digest, by: "bob", reason: "" });
    writeFileSync(join(folder, "CAPABILITY.yaml"), yaml("a", "Changed on disk."));
    await room.registry.update([folder]);
    const second = await room.review.getOnDisk("a");
    expect(second.comparedWith?.digest).toBe(first.digest);
    expect(second.diff.map(({ path, after }) => [path, after])).toEqual([
      ["CAPABILITY.yaml", yaml("a", "Changed on disk.")],
    ]);
    await expect(room.review.getOnDisk("nope")).rejects.toMatchObject({ code: "not_found" });
  });

  test("a digest that moved on, an unknown name and a pending root are refused", async () => {
    using root = makeTempFolder();
    writeTool(join(root.path, "one"), "a");
    writeTool(join(root.path, "two"), "b");
    await using room = await openRoom([
      makeRoot(join(root.path, "one")),
      makeRoot(join(root.path, "two"), { admission: "needed" }),
    ]);
    const trustIt = (name: string) =>
      room.review.trustDigest({ name, digest: digestOf(new Map()), by: "bob", reason: "" });
    await expect(trustIt("a")).rejects.toMatchObject({ code: "conflict" });
    await expect(trustIt("nope")).rejects.toMatchObject({ code: "not_found" });
    await expect(trustIt("b")).rejects.toMatchObject({ code: "root_pending" });
    expect((await findTrust(room.store)).size).toBe(0);
  });
});
