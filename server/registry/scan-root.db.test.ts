import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RootScan } from "./scan-root";
import { scanRoot } from "./scan-root";
import { makeTempFolder, makeTool, writeFiles, writeTool } from "./testing";

const scan = (rootPath: string, layer: "L1" | "L2" = "L2") =>
  scanRoot({ rootPath, layer }, { onFiles: () => undefined });

function entriesOf(found: RootScan) {
  return [...found.folders.values()].flatMap((folder) => (folder.kind === "ok" ? [folder.entry] : []));
}

function brokenOf(found: RootScan) {
  return [...found.folders.values()].flatMap((folder) => (folder.kind === "broken" ? [folder.broken] : []));
}

test("both layouts and skills are found; dot folders, packages and plain folders are not", async () => {
  using root = makeTempFolder();
  writeTool(root.path, "plain");
  writeFiles(join(root.path, "versioned", "current"), makeTool("versioned"));
  writeFiles(join(root.path, "notes"), { "SKILL.md": "---\nname: notes\ndescription: Takes notes.\n---\nBody" });
  writeTool(join(root.path, ".hidden"), "a");
  writeFiles(join(root.path, ".git", "x"), makeTool("x"));
  writeFiles(join(root.path, "node_modules"), makeTool("node-modules"));
  writeFiles(join(root.path, "docs"), { "readme.md": "nothing" });
  writeFileSync(join(root.path, "digests.json"), "{}");
  const found = await scan(root.path);
  expect(entriesOf(found).map(({ name, type, folder }) => [name, type, folder])).toEqual([
    ["notes", "skill", join(root.path, "notes")],
    ["plain", "tool", join(root.path, "plain")],
    ["versioned", "tool", join(root.path, "versioned", "current")],
  ]);
  expect(brokenOf(found)).toEqual([]);
});

test("a root may be one capability", async () => {
  using root = makeTempFolder();
  writeFiles(join(root.path, "solo"), { ...makeTool("solo"), "prompts/CAPABILITY.yaml": "name: inner" });
  expect(entriesOf(await scan(join(root.path, "solo"))).map(({ name }) => name)).toEqual(["solo"]);
});

test("a root that the system refuses to look at has a problem; it does not pass for an empty one", async () => {
  using root = makeTempFolder();
  symlinkSync(join(root.path, "circle"), join(root.path, "circle"));
  const found = await scan(join(root.path, "circle"));
  expect(found.folders.size).toBe(0);
  expect(found.problem).toContain("cannot be read");
});

test("a root that is not there is empty, one that is a file too", async () => {
  using root = makeTempFolder();
  writeFileSync(join(root.path, "file"), "");
  expect((await scan(join(root.path, "nope"))).folders.size).toBe(0);
  expect((await scan(join(root.path, "file"))).folders.size).toBe(0);
});

test("bad entries are listed with their reasons and hide nobody", async () => {
  using root = makeTempFolder();
  writeTool(root.path, "good");
  writeFiles(join(root.path, "yaml"), { "CAPABILITY.yaml": "name: yaml\n\tx: 1\n" });
  writeFiles(join(root.path, "nameless"), { "CAPABILITY.yaml": "description: x\n" });
  writeFiles(join(root.path, "skill"), { "SKILL.md": "no frontmatter" });
  mkdirSync(join(root.path, "folder", "CAPABILITY.yaml"), { recursive: true });
  symlinkSync("/nowhere/at/all", join(root.path, "dangling"));
  mkdirSync(join(root.path, "lost"));
  symlinkSync("/nowhere/at/all.yaml", join(root.path, "lost", "CAPABILITY.yaml"));
  const found = await scan(root.path);
  expect(entriesOf(found).map(({ name }) => name)).toEqual(["good"]);
  const codes = brokenOf(found).map(({ name, issues }) => [name, issues[0]?.code]);
  expect(codes).toEqual([
    ["folder", "unreadable"],
    ["lost", "link"],
    ["nameless", "schema"],
    ["skill", "no_frontmatter"],
    ["yaml", "yaml_syntax"],
  ]);
});

test.each([
  ["no program", { "CAPABILITY.yaml": "name: a\ndescription: x\n" }, /impl\/run.mjs is missing/],
  [
    "a prompt that is not there",
    { ...makeTool("a", "steps: [{ id: s, kind: llm, prompt: prompts/s.md }]\n") },
    /prompt "prompts\/s.md" .* not in the folder/,
  ],
  [
    "a forge's step that is not there",
    { "CAPABILITY.yaml": "name: a\ntype: forge\ndescription: x\nsteps: [{ id: s, kind: code }]\n" },
    /impl\/s.mjs/,
  ],
  ["a forge without steps", { "CAPABILITY.yaml": "name: a\ntype: forge\ndescription: x\n" }, /without steps/],
  [
    "a schema that does not compile",
    makeTool("a", "contract: { input: { type: text } }\n"),
    /input schema does not compile/,
  ],
  ["an error in the contract", makeTool("a", "steps: [{ id: s, kind: llm }]\n"), /has no prompt/],
])("%s disables with the reason and what would enable it", async (_, files, reason) => {
  using root = makeTempFolder();
  writeFiles(join(root.path, "a"), files);
  const [entry] = entriesOf(await scan(root.path));
  expect(entry?.disabled?.reason).toMatch(reason);
  expect(entry?.disabled?.enabledBy).toMatch(/^(Add|Mend) /);
});

test("a tool of one llm step needs no program", async () => {
  using root = makeTempFolder();
  writeFiles(join(root.path, "a"), {
    "CAPABILITY.yaml": "name: a\ndescription: x\nsteps: [{ id: s, kind: llm, prompt: prompts/s.md }]\n",
    "prompts/s.md": "Say {x}.",
  });
  const [entry] = entriesOf(await scan(root.path));
  expect(entry).toMatchObject({ type: "tool", issues: [] });
  expect(entry?.disabled).toBeUndefined();
});

test.each([
  ["L1", "internal", ["sensitive_in_l1"]],
  ["L1", "local", ["sensitive_in_l1"]],
  ["L1", "public", []],
  ["L2", "internal", []],
] as const)("in %s, %s data gives %j, and loads all the same", async (layer, sensitivity, codes) => {
  using root = makeTempFolder();
  writeTool(root.path, "a", `sensitivity: ${sensitivity}\n`);
  const [entry] = entriesOf(await scan(root.path, layer));
  expect(entry?.issues.map(({ code, severity }) => [code, severity])).toEqual(codes.map((code) => [code, "error"]));
  expect(entry?.disabled).toBeUndefined();
});

test.each([
  ["bash", "perms: { approval_type: none }", ["tree.perms.approval_type"]],
  [
    "bash",
    "perms: { min_security_level: deny }, routing: { min_tier: greeting }",
    ["routing.min_tier", "perms.min_security_level"],
  ],
  ["bash", "perms: { approval_type: exec_escalation, min_security_level: full }", []],
  ["bash", "display: { title: Shell }", []],
  ["own-tool", "perms: { approval_type: none }", []],
])("%s that says %s is told where it asks for less than the built-in", async (name, tree, paths) => {
  using root = makeTempFolder();
  writeTool(root.path, name, `tree: { ${tree} }\n`);
  const [entry] = entriesOf(await scan(root.path));
  expect(entry?.issues.map(({ code, severity }) => [code, severity])).toEqual(
    paths.map(() => ["asks_less_than_place", "warning"]),
  );
  expect(entry?.issues.map(({ path }) => path)).toEqual(paths.map((path) => expect.stringContaining(path)));
  expect(entry?.disabled).toBeUndefined();
});

test.each([
  ["argus_spy", "", "static_name_in_dynamic_prefix"],
  ["mcp_files_read", "", "static_name_in_dynamic_prefix"],
  ["remote_x", "", "static_name_in_dynamic_prefix"],
  ["mcp-builder", "", null],
  ["spy", "tree: { group: dynamic/argus }\n", "tier_below_group"],
  ["spy", "tree: { group: dynamic/argus, routing: { min_tier: task_multimodal } }\n", null],
  ["spy", "tree: { group: fs }\n", null],
])("%s with %j takes nothing of a dynamic group that is not its own", async (name, yaml, code) => {
  using root = makeTempFolder();
  writeTool(root.path, name, yaml);
  const [entry] = entriesOf(await scan(root.path));
  expect(entry?.issues.map((issue) => [issue.code, issue.severity])).toEqual(code === null ? [] : [[code, "error"]]);
  expect(entry?.disabled === undefined).toBe(code === null);
});

test("links: a folder behind one loads with a warning, a file that leads out is left out and disables", async () => {
  using root = makeTempFolder();
  using elsewhere = makeTempFolder();
  writeTool(elsewhere.path, "real");
  symlinkSync(join(elsewhere.path, "real"), join(root.path, "linked"));
  const folder = writeTool(root.path, "leaky");
  symlinkSync("/etc/hostname", join(folder, "host.txt"));
  symlinkSync(join(folder, "impl/run.mjs"), join(folder, "same.mjs"));
  const found = entriesOf(await scan(root.path));
  const leaky = found.find(({ name }) => name === "leaky");
  expect(leaky?.files.map(({ path }) => path)).toEqual(["CAPABILITY.yaml", "impl/run.mjs", "same.mjs"]);
  expect(leaky?.disabled?.reason).toMatch(/host.txt" is a link out of the folder/);
  const real = found.find(({ name }) => name === "real");
  expect(real?.folder).toBe(join(elsewhere.path, "real"));
  expect(real?.issues.map(({ code }) => code)).toEqual(["name_differs", "linked_folder"]);
});

test("more files than a capability can have is a reason, not a hang", async () => {
  using root = makeTempFolder();
  const files = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`data/${at}.txt`, "x"]));
  writeFiles(join(root.path, "a"), { ...makeTool("a"), ...files });
  const [broken] = brokenOf(await scan(root.path));
  expect(broken?.issues[0]?.message).toMatch(/more than 2000 files/);
});
