import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RootSetting } from "#server/settings";
import { deleteAdmission, saveAdmission } from "#server/store/admissions";
import type { Store } from "#server/store/store";
import { openTestStore } from "#server/store/testing";
import { findTrust, recordTrust, removeTrust } from "#server/store/trust";
import { loadVersion } from "#server/store/versions";
import type { HostTool } from "#server/tools/host-tool";
import { toolsByName } from "#server/tree/tree-index";
import { createRegistry } from "./create-registry";
import { loadReleaseDigests } from "./release-trust";
import { makeRoot, makeTempFolder, makeTool, waitForCatalog, writeFiles, writeTool } from "./testing";

const hostTool: HostTool = {
  capability: {
    name: "capability_ls",
    type: "tool",
    title: "List",
    description: "Lists what there is.",
    when: "",
    state: "trusted",
    digest: null,
    source: "host",
    inputSchema: {},
    approvalType: "none",
  },
  group: "meta",
  metadata: { routing: { min_tier: "question" } },
  outputSchema: {},
  run: async () => ({ kind: "ok", output: null }),
};

function open(store: Store, roots: RootSetting[], lines: string[] = []) {
  return createRegistry({
    store,
    roots: async () => roots,
    hostTools: [hostTool],
    hostServices: ["clock"],
    log: (line) => lines.push(line),
  });
}

async function trust(store: Store, digest: string, name = "x") {
  await recordTrust(store, { digest, name, trustedBy: "ada", reason: "reviewed" });
}

describe("the catalog", () => {
  test("holds winners, shadowed, pending and broken entries with their states", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    const [shipped, team, fresh] = ["shipped", "team", "fresh"].map((name) => join(folder.path, name));
    if (!shipped || !team || !fresh) throw new Error("unreachable");
    writeTool(shipped, "both");
    writeTool(shipped, "only");
    writeTool(team, "both", "when: Of the team.\n");
    writeFiles(join(team, "bad"), { "CAPABILITY.yaml": "name: [\n" });
    writeTool(fresh, "waits");
    await using registry = await open(store, [
      makeRoot(shipped, { layer: "L1", origin: "shipped" }),
      makeRoot(team),
      makeRoot(fresh, { admission: "needed" }),
    ]);
    const catalog = registry.current();
    expect([...catalog.entries.values()].map(({ name, layer, state }) => [name, layer, state])).toEqual([
      ["both", "L2", "draft"],
      ["only", "L1", "draft"],
    ]);
    expect(catalog.shadowed).toMatchObject([{ name: "both", layer: "L1", shadowedBy: join(team, "both") }]);
    expect(catalog.pending.map(({ name }) => name)).toEqual(["waits"]);
    expect(catalog.broken.map(({ name }) => name)).toEqual(["bad"]);
    expect(
      catalog.roots.map(({ path, order, layer, admission, exists, writable, counts }) => ({
        path,
        order,
        layer,
        admission,
        exists,
        writable,
        counts,
      })),
    ).toEqual([
      {
        path: shipped,
        order: 0,
        layer: "L1",
        admission: "not_needed",
        exists: true,
        writable: false,
        counts: { entries: 2, broken: 0, shadowed: 1 },
      },
      {
        path: team,
        order: 1,
        layer: "L2",
        admission: "not_needed",
        exists: true,
        writable: true,
        counts: { entries: 1, broken: 1, shadowed: 0 },
      },
      {
        path: fresh,
        order: 2,
        layer: "L2",
        admission: "pending",
        exists: true,
        writable: true,
        counts: { entries: 1, broken: 0, shadowed: 0 },
      },
    ]);
    expect(catalog.tree.nodes.find(({ name }) => name === "both")).toMatchObject({
      id: "composed/both",
      parent: "composed",
    });
    expect(catalog.tree.nodes.some(({ name }) => name === "waits")).toBe(false);
  });

  test("people search everything that won, loops only what is trusted, enabled and not hidden, and host tools", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeTool(folder.path, "draft-one");
    writeTool(folder.path, "good-one");
    writeTool(folder.path, "off-one", "requires: [vault]\n");
    writeFiles(join(folder.path, "hidden-one"), {
      "CAPABILITY.yaml":
        "name: hidden-one\ndescription: Hides things.\ntype: focus_mode\nloop: { instructions: x, hidden: true }\n",
    });
    await using registry = await open(store, [makeRoot(folder.path)]);
    for (const { name, digest } of registry.current().entries.values()) {
      if (name !== "draft-one") await trust(store, digest);
    }
    const catalog = await registry.update();
    expect(catalog.index.size).toBe(toolsByName(catalog.tree).size);
    expect(catalog.trustedIndex.size).toBe(2);
    expect(
      catalog.index
        .search("things", 10)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["draft-one", "good-one", "hidden-one", "off-one"]);
    expect(catalog.trustedIndex.search("things", 10).map(({ name }) => name)).toEqual(["good-one"]);
    expect(catalog.trustedIndex.mentions("use capability_ls").map(({ name }) => name)).toEqual(["capability_ls"]);
  });

  test("a broken override leaves the entry below it in place, and that entry says so", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeTool(join(folder.path, "low"), "a");
    writeFiles(join(folder.path, "high", "a"), { "CAPABILITY.yaml": "name: a\nlimits: 3\n" });
    await using registry = await open(store, [makeRoot(join(folder.path, "low")), makeRoot(join(folder.path, "high"))]);
    const entry = registry.current().entries.get("a");
    expect(entry?.rootPath).toBe(join(folder.path, "low"));
    expect(entry?.issues).toMatchObject([{ code: "broken_override", severity: "warning" }]);
  });

  test("of two folders with one name the one that is called so wins", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeFiles(join(folder.path, "a-copy"), makeTool("b"));
    writeTool(folder.path, "b");
    await using registry = await open(store, [makeRoot(folder.path)]);
    expect(registry.current().entries.get("b")?.folder).toBe(join(folder.path, "b"));
    expect(registry.current().shadowed).toMatchObject([
      { folder: join(folder.path, "a-copy"), shadowedBy: join(folder.path, "b") },
    ]);
  });

  test("the name of a built-in tool cannot be taken, and a group cannot be stood on", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeFiles(join(folder.path, "capability_ls"), makeTool("capability_ls"));
    writeTool(folder.path, "media", "tree: { group: subagent_trees }\n");
    writeTool(folder.path, "billed", "tree: { group: billing/eu }\n");
    await using registry = await open(store, [makeRoot(folder.path)]);
    const { entries, tree } = registry.current();
    expect(entries.get("capability_ls")?.disabled?.reason).toMatch(/built-in tool/);
    expect(entries.get("media")?.disabled?.reason).toMatch(/no place in the tree/);
    expect(tree.nodes.find(({ name }) => name === "billed")?.id).toBe("billing/eu/billed");
  });

  test("the same disk gives the same revision, and each kind of change another", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeTool(folder.path, "a");
    await using registry = await open(store, [makeRoot(folder.path)]);
    const revisions = [registry.current().revision];
    expect((await registry.reload()).revision).toBe(revisions[0]);
    await trust(store, registry.current().entries.get("a")?.digest ?? "");
    revisions.push((await registry.update()).revision);
    writeTool(folder.path, "b");
    revisions.push((await registry.reload()).revision);
    expect(new Set(revisions).size).toBe(3);
  });
});

describe("trust belongs to bytes", () => {
  test("a changed byte is a draft again, and the old bytes are trusted when they come back", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    const run = join(writeTool(folder.path, "a"), "impl/run.mjs");
    await using registry = await open(store, [makeRoot(folder.path)]);
    const digest = registry.current().entries.get("a")?.digest ?? "";
    await trust(store, digest, "a");
    expect((await registry.update()).entries.get("a")?.state).toBe("trusted");

    const before = readFileSync(run);
    appendFileSync(run, "//\n");
    const edited = await waitForCatalog(registry, ({ entries }) => entries.get("a")?.state === "draft");
    expect(edited.trustedIndex.size).toBe(1);
    writeFileSync(run, before);
    await waitForCatalog(registry, ({ entries }) => entries.get("a")?.state === "trusted");
  });

  test("a status line moves nothing but the text that is shown", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    const file = join(writeTool(folder.path, "a"), "CAPABILITY.yaml");
    await using registry = await open(store, [makeRoot(folder.path)]);
    const digest = registry.current().entries.get("a")?.digest ?? "";
    await trust(store, digest, "a");
    await registry.update();
    writeFileSync(file, readFileSync(file, "utf8").replace("status: draft", "status: trusted"));
    const catalog = await waitForCatalog(registry, ({ entries }) => entries.get("a")?.contract.status === "trusted");
    expect(catalog.entries.get("a")).toMatchObject({ digest, state: "trusted" });
  });

  test("a file that claims to be trusted is a draft", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeFiles(join(folder.path, "a"), {
      ...makeTool("a"),
      "CAPABILITY.yaml": "name: a\ndescription: x\nstatus: trusted\n",
    });
    await using registry = await open(store, [makeRoot(folder.path)]);
    expect(registry.current().entries.get("a")?.state).toBe("draft");
  });

  test("the bytes of every digest are stored, also after the disk moved on", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    const run = join(writeTool(folder.path, "a"), "impl/run.mjs");
    const registry = await open(store, [makeRoot(folder.path)]);
    const digest = registry.current().entries.get("a")?.digest ?? "";
    const old = readFileSync(run, "utf8");
    writeFileSync(run, "// other\n");
    await waitForCatalog(registry, ({ entries }) => entries.get("a")?.digest !== digest);
    expect(Buffer.from((await registry.filesOf(digest)).get("impl/run.mjs") ?? []).toString()).toBe(old);
    await expect(registry.filesOf("0".repeat(64))).rejects.toMatchObject({ code: "not_found" });
    await registry[Symbol.asyncDispose]();
    expect([...((await loadVersion(store, digest)) ?? new Map()).keys()]).toEqual(["CAPABILITY.yaml", "impl/run.mjs"]);
  });
});

describe("the release's trust", () => {
  test("is recorded at the first start, and not again after a person took it away", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeTool(folder.path, "a");
    writeTool(folder.path, "b");
    const release = await loadReleaseDigests(folder.path, "9.9.9");
    writeFiles(folder.path, { "digests.json": JSON.stringify(release) });
    const roots = [makeRoot(folder.path, { layer: "L1" })];
    const first = await open(store, roots);
    expect([...first.current().entries.values()].map(({ state }) => state)).toEqual(["trusted", "trusted"]);
    expect((await findTrust(store)).get(release.digests.a ?? "")).toMatchObject({
      name: "a",
      trustedBy: "release 9.9.9",
    });
    await first[Symbol.asyncDispose]();

    await removeTrust(store, release.digests.a ?? "");
    await using second = await open(store, roots);
    expect([...second.current().entries.values()].map(({ state }) => state)).toEqual(["draft", "trusted"]);
  });

  test("comes from the shipped layer only", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeTool(folder.path, "a");
    writeFiles(folder.path, { "digests.json": JSON.stringify(await loadReleaseDigests(folder.path, "1")) });
    await using registry = await open(store, [makeRoot(folder.path)]);
    expect(registry.current().entries.get("a")?.state).toBe("draft");
  });

  test("a list that cannot be read stops the start with its name", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeFiles(folder.path, { "digests.json": "{}" });
    await expect(open(store, [makeRoot(folder.path, { layer: "L1" })])).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringContaining("digests.json"),
    });
  });
});

/** Limits are wide, since a loaded machine is no bug; the goal is a second, and the time taken is printed. */
describe("the disk is followed without a restart", () => {
  test("add, edit and delete", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeTool(folder.path, "a");
    await using registry = await open(store, [makeRoot(folder.path)]);

    const started = performance.now();
    writeTool(folder.path, "b");
    await waitForCatalog(registry, ({ entries }) => entries.get("b")?.files.length === 2);
    process.stderr.write(
      `an added capability was in the catalog after ${Math.round(performance.now() - started)} ms\n`,
    );
    writeFileSync(join(folder.path, "b", "CAPABILITY.yaml"), "name: b\ndescription: Now it does that.\n");
    await waitForCatalog(registry, ({ entries }) => entries.get("b")?.contract.description === "Now it does that.");
    writeFiles(join(folder.path, "b"), { "prompts/new/deep.md": "x" });
    await waitForCatalog(registry, ({ entries }) => entries.get("b")?.files.length === 3);
    writeFileSync(join(folder.path, "b", "prompts/new/deep.md"), "yy");
    await waitForCatalog(registry, ({ entries }) => entries.get("b")?.files.at(-1)?.size === 2);
    rmSync(join(folder.path, "b"), { recursive: true });
    await waitForCatalog(registry, ({ entries }) => !entries.has("b"));
    expect([...registry.current().entries.keys()]).toEqual(["a"]);
  });

  test("a folder swapped by rename, again and again", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    const target = writeTool(folder.path, "a");
    await using registry = await open(store, [makeRoot(folder.path)]);
    for (let at = 0; at < 5; at += 1) {
      const next = join(folder.path, `.a-${at}`);
      writeFiles(next, makeTool("a", `when: Round ${at}.\n`));
      renameSync(target, join(folder.path, `.old-${at}`));
      renameSync(next, target);
      await waitForCatalog(registry, ({ entries }) => entries.get("a")?.contract.when === `Round ${at}.`);
    }
  });

  test("a root that is one capability itself, deep down too", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    const root = writeTool(folder.path, "solo");
    await using registry = await open(store, [makeRoot(root)]);
    expect([...registry.current().entries.keys()]).toEqual(["solo"]);
    writeFileSync(join(root, "impl/run.mjs"), "// longer than before, and other\n".repeat(9));
    await waitForCatalog(registry, ({ entries }) => (entries.get("solo")?.files.at(-1)?.size ?? 0) > 200);
    writeFileSync(join(root, "CAPABILITY.yaml"), "name: solo\ndescription: Other.\n");
    await waitForCatalog(registry, ({ entries }) => entries.get("solo")?.contract.description === "Other.");
  });

  test("an edit that breaks an entry and one that mends it", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    const file = join(writeTool(folder.path, "a"), "CAPABILITY.yaml");
    await using registry = await open(store, [makeRoot(folder.path)]);
    writeFileSync(file, "name: [");
    await waitForCatalog(registry, ({ broken, entries }) => broken.length === 1 && entries.size === 0);
    writeFileSync(file, "name: a\ndescription: x\n");
    await waitForCatalog(registry, ({ broken, entries }) => broken.length === 0 && entries.size === 1);
  });

  test("a root that comes, goes and comes again", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    const root = join(folder.path, "project", ".capstan", "capabilities");
    await using registry = await open(store, [makeRoot(root)]);
    expect(registry.current().roots[0]).toMatchObject({ exists: false, writable: true });
    for (let round = 0; round < 2; round += 1) {
      mkdirSync(root, { recursive: true });
      writeTool(root, "a");
      const catalog = await waitForCatalog(registry, ({ entries }) => entries.has("a"), 2_000);
      expect(catalog.roots[0]).toMatchObject({ exists: true });
      rmSync(join(folder.path, "project"), { recursive: true });
      await waitForCatalog(registry, ({ entries, roots }) => !entries.has("a") && roots[0]?.exists === false, 2_000);
    }
  });

  test("a burst of writes ends in the catalog of the disk", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    await using registry = await open(store, [makeRoot(folder.path)]);
    let revisions = 0;
    registry.onChange(() => {
      revisions += 1;
    });
    for (let at = 0; at < 100; at += 1) writeTool(folder.path, `t${at}`);
    for (let at = 0; at < 100; at += 2) rmSync(join(folder.path, `t${at}`), { recursive: true });
    await waitForCatalog(
      registry,
      ({ entries }) => entries.size === 50 && [...entries.values()].every((entry) => entry.files.length === 2),
    );
    expect(revisions).toBeLessThan(20);
    const followed = registry.current().revision;
    expect((await registry.reload()).revision).toBe(followed);
  });

  test("a listener that was stopped hears nothing", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    await using registry = await open(store, [makeRoot(folder.path)]);
    let heard = 0;
    const stop = registry.onChange(() => {
      heard += 1;
    });
    stop();
    writeTool(folder.path, "a");
    await waitForCatalog(registry, ({ entries }) => entries.has("a"));
    expect(heard).toBe(0);
  });
});

describe("admission", () => {
  test("lets a root in and out again, without a restart", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeTool(folder.path, "a");
    await using registry = await open(store, [makeRoot(folder.path, { admission: "needed" })]);
    const [pending] = registry.current().pending;
    expect(registry.current().entries.size).toBe(0);
    expect(registry.current().index.search("things", 10)).toEqual([]);
    expect((await registry.filesOf(pending?.digest ?? "")).size).toBe(2);
    expect(await loadVersion(store, pending?.digest ?? "")).toBeNull();

    await saveAdmission(store, { path: folder.path, admittedBy: "ada" });
    const admitted = await registry.update();
    expect([...admitted.entries.keys()]).toEqual(["a"]);
    expect(admitted.roots[0]?.admission).toBe("admitted");

    await deleteAdmission(store, folder.path);
    const dismissed = await registry.update();
    expect([dismissed.entries.size, dismissed.pending.length]).toEqual([0, 1]);
  });

  test("a root that is no longer configured is let go", async () => {
    await using store = await openTestStore();
    using folder = makeTempFolder();
    writeTool(join(folder.path, "one"), "a");
    writeTool(join(folder.path, "two"), "b");
    const roots = [makeRoot(join(folder.path, "one")), makeRoot(join(folder.path, "two"))];
    await using registry = await open(store, roots);
    roots.shift();
    expect([...(await registry.update()).entries.keys()]).toEqual(["b"]);
  });
});

test("5,000 entries load fast, and one changed file is a new revision fast", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  for (let at = 0; at < 5_000; at += 1) {
    writeTool(
      folder.path,
      `cap-${at}`,
      `when: Someone needs number ${at}.\ncontract: { input: { type: object, properties: { file: { type: string } } } }\n`,
    );
  }
  const started = performance.now();
  await using registry = await open(store, [makeRoot(folder.path)]);
  const loaded = performance.now();
  expect(registry.current().entries.size).toBe(5_000);
  const changed = waitForCatalog(
    registry,
    ({ entries }) => entries.get("cap-7")?.contract.description === "Other.",
    20_000,
  );
  const edited = performance.now();
  writeFileSync(join(folder.path, "cap-7", "CAPABILITY.yaml"), "name: cap-7\ndescription: Other.\n");
  await changed;
  const followed = performance.now();
  process.stderr.write(
    `5,000 entries: loaded in ${Math.round(loaded - started)} ms, a change followed in ${Math.round(followed - edited)} ms\n`,
  );
  expect(loaded - started).toBeLessThan(30_000);
}, 120_000);
