import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRegistry } from "#server/registry/create-registry";
import { makeRoot, makeTempFolder, writeFiles, writeTool } from "#server/registry/testing";
import type { RootSetting } from "#server/settings";
import { openTestStore } from "#server/store/testing";
import { createHostTools } from "#server/tools/host-tools";
import { createDrafts } from "./create-drafts";
import { createReview } from "./create-review";

async function openRoom(roots: RootSetting[]) {
  const store = await openTestStore();
  const registry = await createRegistry({
    store,
    roots: async () => roots,
    hostTools: createHostTools(),
    hostServices: [],
    log: () => {},
  });
  return {
    registry,
    drafts: createDrafts({ store, registry }),
    review: createReview({ store, registry, log: () => {} }),
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

const request = { name: "word-tally", type: "tool" as const, description: "Counts words.", by: "ada" };

test("a new capability is a draft until a review writes it to the first root that can be written", async () => {
  using shipped = makeTempFolder();
  using first = makeTempFolder();
  using second = makeTempFolder();
  await using room = await openRoom([
    { ...makeRoot(shipped.path), layer: "L1" },
    makeRoot(first.path),
    makeRoot(second.path),
  ]);
  const { drafts, review, registry } = room;
  const folder = join(first.path, "word-tally");
  expect(await drafts.findPlace("word-tally")).toEqual({ fault: null, folder });
  expect(await drafts.create(request)).toMatchObject({ revision: 1, baseDigest: "", issues: [] });
  const found = await drafts.findNew("word-tally");
  expect(found).toMatchObject({ kind: "ok", entry: { state: "draft", type: "tool", folder, rootPath: first.path } });
  expect(await drafts.listNew()).toEqual([found]);
  const { id } = await review.submit({ name: "word-tally", note: "", by: "ada" });
  await review.approve({ id, note: "", by: "bob" });
  expect(registry.current().entries.get("word-tally")).toMatchObject({ state: "trusted", folder });
  expect(readFileSync(join(folder, "CAPABILITY.yaml"), "utf8")).toContain("description: Counts words.");
  expect(await drafts.findNew("word-tally")).toBeNull();
  expect(await drafts.listNew()).toEqual([]);
});

test("a draft that does not load is listed with its findings, under the name it was begun with", async () => {
  using root = makeTempFolder();
  await using room = await openRoom([makeRoot(root.path)]);
  await room.drafts.create(request);
  const save = (revision: number, text: string) =>
    room.drafts.save({ ...request, revision, changes: [{ path: "CAPABILITY.yaml", text }] });
  await save(1, "name: [");
  expect(await room.drafts.listNew()).toEqual([
    expect.objectContaining({ kind: "broken", broken: expect.objectContaining({ name: "word-tally" }) }),
  ]);
  await save(2, "name: other\ndescription: Does it.\n");
  expect(await room.drafts.findNew("word-tally")).toMatchObject({ kind: "ok", entry: { name: "word-tally" } });
});

test("a name is refused that no capability can have, or that is taken", async () => {
  using root = makeTempFolder();
  using pending = makeTempFolder();
  writeTool(root.path, "on-disk");
  writeFiles(join(root.path, "broken"), { "CAPABILITY.yaml": "name: [" });
  writeTool(pending.path, "waiting");
  await using room = await openRoom([makeRoot(root.path), { ...makeRoot(pending.path), admission: "needed" }]);
  await room.drafts.create(request);
  const [hostTool] = createHostTools();
  const faults = await Promise.all(
    ["", "Word Tally", "词数", "on-disk", "broken", "waiting", "word-tally", hostTool?.capability.name ?? ""].map(
      async (name) => {
        const { fault } = await room.drafts.findPlace(name);
        await expect(room.drafts.create({ ...request, name })).rejects.toMatchObject({ message: fault?.message });
        return fault?.code;
      },
    ),
  );
  expect(faults).toEqual([
    "bad_input",
    "bad_input",
    "bad_input",
    "conflict",
    "conflict",
    "conflict",
    "conflict",
    "conflict",
  ]);
});

test("without a root that can be written there is no place, and nothing is begun", async () => {
  using pending = makeTempFolder();
  await using room = await openRoom([{ ...makeRoot(pending.path), admission: "needed" }]);
  expect(await room.drafts.findPlace("word-tally")).toEqual({ fault: null, folder: null });
  await expect(room.drafts.create(request)).rejects.toMatchObject({ code: "conflict", next: expect.any(String) });
  expect(await room.drafts.find("word-tally")).toBeNull();
});

test("the name of a built-in that nothing implements is free, and what is approved takes its place", async () => {
  using root = makeTempFolder();
  await using room = await openRoom([makeRoot(root.path)]);
  const nodeOf = () => room.registry.current().tree.nodes.find(({ name }) => name === "read_file");
  expect(nodeOf()).toMatchObject({
    source: "builtin",
    disabled: { enabledBy: expect.stringContaining("takes its place") },
  });
  await room.drafts.create({ ...request, name: "read_file" });
  const { id } = await room.review.submit({ name: "read_file", note: "", by: "ada" });
  await room.review.approve({ id, note: "", by: "bob" });
  expect(nodeOf()).toMatchObject({
    id: "fs/read_file",
    source: "capability",
    state: "trusted",
    metadata: { routing: { min_tier: "task_light" }, perms: { file_access: "global_read" } },
  });
  expect(nodeOf()?.disabled).toBeUndefined();
});

test("a draft may begin with files of its own, and takes no name that somebody has", async () => {
  using root = makeTempFolder();
  await using room = await openRoom([makeRoot(root.path)]);
  const files = [
    { path: "SKILL.md", text: "---\nname: deploy\ndescription: Ships it.\n---\n" },
    { path: "scripts/run.sh", text: "#!/bin/sh\n" },
  ];
  const draft = await room.drafts.createWith({ name: "deploy", files, by: "ada" });
  expect(draft.files.map(({ path, text }) => ({ path, text }))).toEqual(files);
  const again = room.drafts.createWith({ name: "deploy", files, by: "bob" });
  await expect(again).rejects.toMatchObject({ code: "conflict", message: 'ada has a draft named "deploy" already.' });
});
