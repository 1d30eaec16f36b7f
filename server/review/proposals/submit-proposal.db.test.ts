import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { findAudit } from "#server/audit/record-audit";
import { createRegistry } from "#server/registry/create-registry";
import { makeRoot, makeTempFolder, writeFiles, writeTool } from "#server/registry/testing";
import { createDrafts } from "#server/review/create-drafts";
import { createReview } from "#server/review/create-review";
import { openTestStore } from "#server/store/testing";
import { findTrust, recordTrust } from "#server/store/trust";
import { createHostTools } from "#server/tools/host-tools";
import type { Proposal } from "#server/tools/meta/proposal";

const RUN = "run_1";
const TREE = "# Where it stands.\ntree:\n  # In the files.\n  group: fs\n  routing: { min_tier: question }\n";
const SKILL = "---\nname: note\ndescription: Writes a note. Use it when one is wanted.\n---\n\n# Note\n\nWrite it.\n";

async function openRoom() {
  const store = await openTestStore();
  const root = makeTempFolder();
  writeTool(root.path, "a", TREE);
  writeTool(root.path, "untrusted");
  writeFiles(join(root.path, "note"), { "SKILL.md": SKILL });
  const registry = await createRegistry({
    store,
    roots: async () => [makeRoot(root.path)],
    hostTools: createHostTools(),
    hostServices: [],
    log: () => {},
  });
  for (const [name, { digest }] of registry.current().entries) {
    if (name !== "untrusted") await recordTrust(store, { digest, name, trustedBy: "ada", reason: "test" });
  }
  await registry.update();
  const trust = await findTrust(store);
  return {
    store,
    registry,
    root: root.path,
    trusted: new Set(trust.keys()),
    drafts: createDrafts({ store, registry }),
    review: createReview({ store, registry, log: () => {} }),
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      root[Symbol.dispose]();
    },
  };
}

type Room = Awaited<ReturnType<typeof openRoom>>;

const routing = (name: string): Proposal => ({ action: "propose_routing", name, min_tier: "task_write" });
const register = (
  name: string,
  changes: Partial<Extract<Proposal, { action: "propose_register" }>> = {},
): Proposal => ({
  action: "propose_register",
  name,
  parent: "fs",
  kind: "tool",
  metadata: {},
  ...changes,
});
const propose = ({ review }: Room, proposal: Proposal, runId = RUN) => review.propose({ runId, proposal });

async function loadProposed({ review }: Room, id: string, path = "CAPABILITY.yaml"): Promise<string> {
  const { diff } = await review.get(id);
  return diff.find((file) => file.path === path)?.after ?? "";
}

test("a proposal waits in the queue with its run, and changes nothing on disk, in trust or in the catalog", async () => {
  await using room = await openRoom();
  const { revision } = room.registry.current();
  const submission = await propose(room, { ...routing("a"), reason: "It writes." });
  expect(submission).toMatchObject({
    name: "a",
    status: "waiting",
    submittedBy: "model in run run_1",
    note: "It writes.",
    decidedBy: null,
    writtenAt: null,
  });
  expect((await room.review.list({ status: "waiting" })).map(({ id }) => id)).toEqual([submission.id]);
  expect(new Set((await findTrust(room.store)).keys())).toEqual(room.trusted);
  await room.registry.reload();
  expect(room.registry.current().revision).toBe(revision);
  const [line] = await findAudit(room.store, { limit: 1 });
  expect(line).toMatchObject({ actor: "model in run run_1", action: "review.propose", subject: "a" });
});

test("what is proposed keeps every line of the contract but the one it changes, and a person's approval writes it", async () => {
  await using room = await openRoom();
  const before = readFileSync(join(room.root, "a", "CAPABILITY.yaml"), "utf8");
  const { id } = await propose(room, routing("a"));
  const after = before.replace("min_tier: question", "min_tier: task_write");
  expect(await loadProposed(room, id)).toBe(after);
  await room.review.approve({ id, note: "fine", by: "ada" });
  expect(readFileSync(join(room.root, "a", "CAPABILITY.yaml"), "utf8")).toBe(after);
  expect(room.registry.current().entries.get("a")).toMatchObject({ state: "trusted" });
});

describe("a new capability", () => {
  test("is the scaffold with the defaults of domain.md 2.7, and loads without a finding", async () => {
    await using room = await openRoom();
    const { id, targetFolder } = await propose(room, register("tally"));
    expect(targetFolder).toBe(join(room.root, "tally"));
    expect(existsSync(targetFolder)).toBe(false);
    expect((await room.review.get(id)).issues).toEqual([]);
    expect(parse(await loadProposed(room, id))).toMatchObject({
      name: "tally",
      type: "tool",
      status: "draft",
      tree: {
        group: "fs",
        runtime: { owner: "attempt_runner", enabled_when: "always" },
        prompt: { summary: "tally tool" },
        routing: { min_tier: "task_write" },
        perms: { min_security_level: "allowlist", file_access: "none", approval_type: "none", scope_check: "none" },
        skills: { bindable: true },
      },
    });
  });

  test("takes what the model names, as a sub-agent too, and may have the name of a built-in nothing implements", async () => {
    await using room = await openRoom();
    const metadata = { routing: { min_tier: "question" as const }, display: { title: "Shell" } };
    const { id } = await propose(room, register("bash", { metadata, description: "Runs a line.", parent: "runtime" }));
    expect(parse(await loadProposed(room, id))).toMatchObject({
      description: "Runs a line.",
      tree: { routing: { min_tier: "question" }, display: { title: "Shell" } },
    });
    const agent = await propose(room, register("helper", { kind: "subagent", parent: "subagents" }));
    expect(parse(await loadProposed(room, agent.id))).toMatchObject({
      type: "focus_mode",
      tree: { skills: { bindable: false } },
    });
  });
});

test("a change of texts and fields, and the removal of one, stand in the contract", async () => {
  await using room = await openRoom();
  const { id } = await propose(room, {
    action: "propose_update",
    name: "a",
    description: "Does it: better.",
    when: "Often.",
    metadata: { prompt: { summary: "Better" } },
    remove: ["routing.min_tier", "prompt.usage_guide"],
  });
  expect(parse(await loadProposed(room, id))).toMatchObject({
    description: "Does it: better.",
    when: "Often.",
    tree: { group: "fs", prompt: { summary: "Better" }, routing: {} },
  });
});

test("a binding is one line of the skill's frontmatter", async () => {
  await using room = await openRoom();
  const { id } = await propose(room, { action: "propose_binding", skill: "note", tool: "write_file" });
  expect(await loadProposed(room, id, "SKILL.md")).toBe(SKILL.replace("\n---\n", "\ntools: write_file\n---\n"));
});

test.each<[string, Proposal, string, RegExp]>([
  ["a built-in tool", routing("bash"), "forbidden", /bash is built in/],
  ["a host tool", routing("capability_ls"), "forbidden", /capability_ls is built in/],
  ["a draft nobody trusted", routing("untrusted"), "draft_refused", /nobody has trusted/],
  ["an unknown name", routing("nowhere"), "not_found", /no capability named nowhere/],
  ["a name that is taken", register("a"), "conflict", /named "a" already/],
  ["a name of the host", register("capability_ls"), "conflict", /built-in/],
  ["a group nobody has", register("b", { parent: "nowhere" }), "not_found", /no group nowhere/],
  [
    "a sub-agent's tool without its scope",
    register("b", { parent: "subagent_trees/media" }),
    "bad_input",
    /so the main agent sees it/,
  ],
  ["a name of a dynamic group's tools", register("mcp_b_c"), "bad_input", /belong to the tools of dynamic/],
  [
    "no summary",
    { action: "propose_update", name: "a", metadata: { prompt: { summary: "" } }, remove: [] },
    "bad_input",
    /no summary/,
  ],
  ["a tool as a group", register("b", { parent: "runtime/bash" }), "not_found", /no group/],
  [
    "what is so already",
    { action: "propose_routing", name: "a", min_tier: "question" },
    "bad_input",
    /changes nothing/,
  ],
  [
    "a skill's icon",
    { action: "propose_update", name: "note", metadata: { display: { icon: "x" } }, remove: [] },
    "bad_input",
    /no place for tree.display.icon/,
  ],
  [
    "a binding to a meta tool",
    { action: "propose_binding", skill: "note", tool: "capability_manage" },
    "bad_input",
    /takes no skill/,
  ],
  [
    "a binding to nothing",
    { action: "propose_binding", skill: "note", tool: "nowhere" },
    "not_found",
    /no tool named nowhere/,
  ],
  ["a binding of a tool", { action: "propose_binding", skill: "a", tool: "write_file" }, "bad_input", /no SKILL.md/],
])("%s is refused and leaves nothing in the queue", async (_what, proposal, code, message) => {
  await using room = await openRoom();
  await expect(propose(room, proposal)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  expect(await room.review.list({})).toEqual([]);
});

describe("the queue", () => {
  test("takes one proposal for a name, and names the one that waits", async () => {
    await using room = await openRoom();
    const { id } = await propose(room, routing("a"));
    await expect(propose(room, routing("a"), "run_2")).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(id),
    });
    await room.review.reject({ id, note: "", by: "ada", askForChanges: false });
    await expect(propose(room, routing("a"))).resolves.toMatchObject({ status: "waiting" });
  });

  test("never keeps a person from submitting, and the one decided second is refused", async () => {
    await using room = await openRoom();
    const proposed = await propose(room, routing("a"));
    const text = readFileSync(join(room.root, "a", "CAPABILITY.yaml"), "utf8").replace("Does a", "Really does a");
    await room.drafts.save({ name: "a", revision: 0, changes: [{ path: "CAPABILITY.yaml", text }], by: "ada" });
    const own = await room.review.submit({ name: "a", note: "", by: "ada" });
    await room.review.approve({ id: own.id, note: "", by: "bob" });
    await expect(room.review.approve({ id: proposed.id, note: "", by: "bob" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("takes 20 of one run, and of another run still", async () => {
    await using room = await openRoom();
    for (let at = 0; at < 20; at += 1) await propose(room, register(`tool-${at}`));
    await expect(propose(room, register("one-more"))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("20 proposals"),
    });
    await expect(propose(room, register("one-more"), "run_2")).resolves.toMatchObject({ status: "waiting" });
  });
});
