import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ContractIssue } from "#server/capability/contract";
import { openTestStore } from "#server/store/testing";
import { recordTrust } from "#server/store/trust";
import { createHostTools } from "#server/tools/host-tools";
import type { Catalog } from "./catalog";
import { createRegistry } from "./create-registry";
import { makeRoot, makeTempFolder, makeTool, writeFiles, writeTool } from "./testing";

/**
 * One way of being broken: what stands in the folder, and how the catalog explains it. `says` matches what to do, or the
 * reason where the reason is what to do.
 */
type Way = {
  way: string;
  files: Record<string, string | Uint8Array>;
  is: "broken" | "disabled";
  code: string;
  line: number;
  says: RegExp;
  /** What files alone cannot make. */
  also?: (folder: string) => void;
};

const BOMB = Array.from({ length: 9 }, (_, at) => {
  const items = at === 0 ? "[lol]" : `[${Array.from({ length: 9 }, () => `*a${at - 1}`).join(", ")}]`;
  return `a${at}: &a${at} ${items}\n`;
}).join("");
const NEST = `x:\n${Array.from({ length: 70 }, (_, at) => `${" ".repeat(at + 1)}x:\n`).join("")}`;

const contract = (text: string) => ({ "CAPABILITY.yaml": text, "impl/run.mjs": "// nothing\n" });
/** A tool of this name whose contract goes on with `extra` in line 6. */
const tool = (name: string, extra: string) => makeTool(name, extra);

const WAYS: readonly Way[] = [
  {
    way: "a colon in a plain value (field-notes T11)",
    files: contract("name: colon\ndescription: two axes: one and two\n"),
    is: "broken",
    code: "unquoted_value",
    line: 2,
    says: /Put it in quotes/,
  },
  {
    way: "a tab as indentation",
    files: tool("tab", "limits:\n\ttimeout_ms: 1\n"),
    is: "broken",
    code: "yaml_syntax",
    line: 7,
    says: /spaces only/,
  },
  {
    way: "a quote that never closes",
    files: contract('name: "quote\ndescription: x\n'),
    is: "broken",
    code: "yaml_syntax",
    line: 3,
    says: /closing/,
  },
  {
    way: "a key twice",
    files: tool("twice", "description: again\n"),
    is: "broken",
    code: "duplicate_key",
    line: 6,
    says: /keep one/,
  },
  {
    way: "two documents in one file",
    files: contract("name: documents\n---\nname: other\n"),
    is: "broken",
    code: "yaml_syntax",
    line: 2,
    says: /remove the line/,
  },
  {
    way: "an alias bomb",
    files: tool("bomb", BOMB),
    is: "broken",
    code: "aliases",
    line: 7,
    says: /Write the values out/,
  },
  {
    way: "an alias to nothing",
    files: tool("alias", "x: *nobody\n"),
    is: "broken",
    code: "aliases",
    line: 6,
    says: /Write the values out/,
  },
  {
    way: "nesting without end",
    files: tool("nest", NEST),
    is: "broken",
    code: "too_deep",
    line: 1,
    says: /Flatten it/,
  },
  {
    way: "an empty file",
    files: contract(""),
    is: "broken",
    code: "not_a_map",
    line: 1,
    says: /must hold keys and values/,
  },
  {
    way: "a list at the top",
    files: contract("- name: list\n"),
    is: "broken",
    code: "not_a_map",
    line: 1,
    says: /must hold keys and values/,
  },
  {
    way: "a file that is not UTF-8",
    files: {
      "CAPABILITY.yaml": Buffer.from("name: latin\ndescription: caf\xE9\n", "latin1"),
      "impl/run.mjs": "// nothing\n",
    },
    is: "broken",
    code: "not_utf8",
    line: 2,
    says: /Save it as UTF-8/,
  },
  {
    way: "a file of 10 MB",
    files: contract(`name: large\ndescription: ${"x".repeat(10_000_000)}\n`),
    is: "broken",
    code: "too_large",
    line: 1,
    says: /Move long texts/,
  },
  {
    way: "more files than a capability may have",
    files: {
      ...tool("crowd", ""),
      ...Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`data/${at}`, ""])),
    },
    is: "broken",
    code: "unreadable",
    line: 1,
    says: /more than 2000 files/,
  },
  {
    way: "a folder where the contract should be",
    files: { "CAPABILITY.yaml/x": "" },
    is: "broken",
    code: "unreadable",
    line: 1,
    says: /not a file/,
  },
  {
    way: "a contract that is a link out of the folder",
    files: { "impl/run.mjs": "// nothing\n" },
    also: (folder) => symlinkSync("/etc/hostname", join(folder, "CAPABILITY.yaml")),
    is: "broken",
    code: "link",
    line: 1,
    says: /put the file itself there/,
  },
  {
    way: "no name",
    files: contract("description: x\nversion: 1.0.0\n"),
    is: "broken",
    code: "schema",
    line: 1,
    says: /"name" is missing. Add/,
  },
  {
    way: "a name that is none",
    files: contract("description: x\nname: Log Triage!\n"),
    is: "broken",
    code: "schema",
    line: 2,
    says: /lower-case letters/,
  },
  {
    way: "an unknown type",
    files: contract("name: type\ntype: plugin\n"),
    is: "broken",
    code: "schema",
    line: 2,
    says: /"tool"\|"forge"/,
  },
  {
    way: "an unknown tier",
    files: tool("tier", "tree: { routing: { min_tier: always } }\n"),
    is: "broken",
    code: "schema",
    line: 6,
    says: /"greeting"\|"question"/,
  },
  {
    way: "an unknown approval",
    files: tool("approval", "tree:\n  perms: { approval_type: maybe }\n"),
    is: "broken",
    code: "schema",
    line: 7,
    says: /"plan_confirm"/,
  },
  {
    way: "a limit that is text",
    files: tool("limit", "limits:\n  timeout_ms: soon\n"),
    is: "broken",
    code: "schema",
    line: 7,
    says: /expected number/,
  },
  {
    way: "a schema that is text",
    files: tool("text", "contract:\n  input: object\n"),
    is: "broken",
    code: "schema",
    line: 7,
    says: /must be a JSON Schema/,
  },
  {
    way: "a loop without instructions",
    files: contract("name: loop\ntype: focus_mode\ndescription: x\nloop:\n  max_iterations: 3\n"),
    is: "broken",
    code: "schema",
    line: 4,
    says: /"loop.instructions" is missing. Add/,
  },
  {
    way: "a SKILL.md without frontmatter",
    files: { "SKILL.md": "# Only text\n" },
    is: "broken",
    code: "no_frontmatter",
    line: 1,
    says: /begins with a line/,
  },
  {
    way: "a SKILL.md whose frontmatter YAML refuses (field-notes T12)",
    files: { "SKILL.md": "---\nname: notes\ndescription: Use when: always\n---\nBody\n" },
    is: "broken",
    code: "unquoted_value",
    line: 3,
    says: /Put it in quotes/,
  },
  {
    way: "a schema that does not compile",
    files: tool("compile", "contract:\n  input: { type: text }\n"),
    is: "disabled",
    code: "schema_does_not_compile",
    line: 7,
    says: /Mend the schema/,
  },
  {
    way: "a reference to nowhere",
    files: tool("nowhere", "contract:\n  output:\n    $ref: '#/$defs/nobody'\n"),
    is: "disabled",
    code: "schema_does_not_compile",
    line: 7,
    says: /can't resolve reference/,
  },
  {
    way: "no program",
    files: { "CAPABILITY.yaml": "name: program\ndescription: x\n" },
    is: "disabled",
    code: "missing_impl",
    line: 1,
    says: /Add .*impl\/run\.mjs/,
  },
  {
    way: "a prompt that is not there",
    files: tool("prompt", "steps:\n  - id: ask\n    kind: llm\n    prompt: prompts/ask.md\n"),
    is: "disabled",
    code: "missing_prompt",
    line: 9,
    says: /"prompts\/ask.md".* Add it/,
  },
  {
    way: "a step's file that is not there",
    files: { "CAPABILITY.yaml": "name: file\ntype: forge\ndescription: x\nsteps:\n  - { id: s, kind: code }\n" },
    is: "disabled",
    code: "missing_impl",
    line: 5,
    says: /"impl\/s.mjs".* Add it/,
  },
  {
    way: "a forge without steps",
    files: { "CAPABILITY.yaml": "name: steps\ntype: forge\ndescription: x\n" },
    is: "disabled",
    code: "no_steps",
    line: 1,
    says: /Add steps/,
  },
  {
    way: "a step id twice",
    files: tool("ids", "steps:\n  - { id: s, kind: code }\n  - { id: s, kind: code }\n"),
    is: "disabled",
    code: "duplicate_step",
    line: 8,
    says: /each needs its own/,
  },
  {
    way: "an llm step without a prompt",
    files: tool("silent", "steps:\n  - { id: s, kind: llm }\n"),
    is: "disabled",
    code: "step_without_prompt",
    line: 7,
    says: /Name its template/,
  },
  {
    way: "a path that leads out",
    files: tool("out", "evidence: { cases: ../cases.jsonl }\n"),
    is: "disabled",
    code: "path_outside_folder",
    line: 6,
    says: /inside the capability's folder/,
  },
  {
    way: "a focus mode without a loop",
    files: contract("name: focus\ndescription: x\ntype: focus_mode\n"),
    is: "disabled",
    code: "focus_mode_without_loop",
    line: 3,
    says: /needs `loop:`/,
  },
  {
    way: "a service that nobody provides",
    files: tool("service", "requires:\n  - clock\n  - teleport\n"),
    is: "disabled",
    code: "unknown_service",
    line: 8,
    says: /choose among clock/,
  },
  {
    way: "a need that is nowhere",
    files: tool("need", "uses: [{ capability: nobody-at-all }]\n"),
    is: "disabled",
    code: "missing_use",
    line: 6,
    says: /Add a capability named/,
  },
  {
    way: "a need that is broken itself",
    files: tool("chain", "uses:\n  - capability: program\n"),
    is: "disabled",
    code: "uses_disabled",
    line: 7,
    says: /Add .*impl\/run\.mjs/,
  },
  {
    way: "a circle, seen from one end",
    files: tool("circle-a", "uses: [{ capability: circle-b }]\n"),
    is: "disabled",
    code: "cycle",
    line: 6,
    says: /circle-. -> circle-. -> circle-.\. Remove one/,
  },
  {
    way: "a circle, seen from the other end, through a step",
    files: {
      "CAPABILITY.yaml":
        "name: circle-b\ntype: forge\ndescription: x\nsteps:\n  - { id: s, kind: capability, capability: circle-a }\n",
    },
    is: "disabled",
    code: "cycle",
    line: 5,
    says: /Remove one of these uses/,
  },
  {
    way: "itself as a need",
    files: tool("self", "uses: [{ capability: self }]\n"),
    is: "disabled",
    code: "uses_itself",
    line: 6,
    says: /names the capability itself/,
  },
  {
    way: "the name of a tool that the host implements",
    files: tool("capability_ls", ""),
    is: "disabled",
    code: "name_of_built_in",
    line: 1,
    says: /another name/,
  },
  {
    way: "a group that is no group",
    files: tool("place", "tree:\n  group: meta/capability_manage\n"),
    is: "disabled",
    code: "no_place",
    line: 7,
    says: /Choose another tree.group/,
  },
  {
    way: "a data file that is a link to nothing",
    files: tool("dangling", ""),
    also: (folder) => symlinkSync("/nowhere/at/all", join(folder, "data.json")),
    is: "disabled",
    code: "link",
    line: 1,
    says: /put the file itself there/,
  },
];

/** The folder is called as its contract calls itself, so that the finding in question is the only one. */
function folderOf(at: number, { files }: Way): string {
  const name = /^name: ([a-z0-9_-]+)$/m.exec(String(files["CAPABILITY.yaml"] ?? ""))?.[1];
  return name ?? `way-${at}`;
}

function findExplanation(catalog: Catalog, name: string, { is }: Way): { issue?: ContractIssue; toDo: string } {
  const entry = catalog.entries.get(name);
  const broken = catalog.broken.find((candidate) => candidate.name === name);
  const issue = (is === "broken" ? broken : entry)?.issues.find(({ severity }) => severity === "error");
  const { reason = "", enabledBy = "" } = entry?.disabled ?? {};
  return { ...(issue ? { issue } : {}), toDo: `${issue?.message} ${reason} ${enabledBy}` };
}

test(`100 good entries are usable beside ${WAYS.length} that are broken in as many ways, each explained`, async () => {
  expect(WAYS.length).toBeGreaterThanOrEqual(30);
  await using store = await openTestStore();
  using root = makeTempFolder();
  for (let at = 0; at < 100; at += 1) writeTool(root.path, `good-${at}`);
  for (const [at, way] of WAYS.entries()) {
    const folder = join(root.path, folderOf(at, way));
    mkdirSync(dirname(folder), { recursive: true });
    writeFiles(folder, way.files);
    way.also?.(folder);
  }
  await using registry = await createRegistry({
    store,
    roots: async () => [makeRoot(root.path)],
    hostTools: createHostTools(),
    hostServices: ["clock", "config"],
    log: () => undefined,
  });
  const catalog = registry.current();
  const usable = [...catalog.entries.values()].filter(({ disabled }) => disabled === undefined);
  expect(usable.map(({ name }) => name).filter((name) => !name.startsWith("good-"))).toEqual([]);
  expect(usable).toHaveLength(100);
  expect(usable.flatMap(({ issues }) => issues)).toEqual([]);

  const explained = WAYS.map((way, at) => ({ way, ...findExplanation(catalog, folderOf(at, way), way) }));
  const summary = explained.map(({ way, issue }) => ({ way: way.way, code: issue?.code, line: issue?.line }));
  expect(summary).toEqual(WAYS.map(({ way, code, line }) => ({ way, code, line })));
  for (const { way, issue, toDo } of explained) {
    expect(issue?.file, way.way).toMatch(/^(CAPABILITY\.yaml|SKILL\.md|data\.json)$/);
    expect(toDo, way.way).toMatch(way.says);
  }
  expect(new Set(explained.map(({ issue }) => issue?.message)).size).toBeGreaterThanOrEqual(30);

  for (const { digest, name } of catalog.entries.values()) {
    await recordTrust(store, { digest, name, trustedBy: "ada", reason: "test" });
  }
  // Host tools stand in the loops' index beside the good ones.
  expect((await registry.update()).trustedIndex.size).toBe(100 + createHostTools().length);
});

test("what ships and uses the team's says so at its line", async () => {
  await using store = await openTestStore();
  using shipped = makeTempFolder();
  using team = makeTempFolder();
  writeTool(shipped.path, "upper", "uses: [{ capability: lower }]\n");
  writeTool(team.path, "lower");
  await using registry = await createRegistry({
    store,
    roots: async () => [makeRoot(shipped.path, { layer: "L1" }), makeRoot(team.path)],
    hostTools: createHostTools(),
    hostServices: [],
    log: () => undefined,
  });
  const { issues, disabled } = registry.current().entries.get("upper") ?? {};
  expect(issues?.at(-1)).toMatchObject({ severity: "error", code: "layer", line: 6, file: "CAPABILITY.yaml" });
  expect(disabled?.enabledBy).toMatch(/copy "upper" into a root of your team/);
});

test("boolean schemas, missing ones and unknown keys load without a finding, and are kept", async () => {
  await using store = await openTestStore();
  using root = makeTempFolder();
  writeTool(root.path, "yes", "contract: { input: true, output: false }\n");
  writeTool(root.path, "inner", "contract: { input: { type: object, properties: { x: true, y: false } } }\n");
  writeTool(root.path, "none", "");
  writeTool(root.path, "own", "x-team: { cost: 3 }\ncontract: { input: { type: object, x-order: [a] } }\n");
  await using registry = await createRegistry({
    store,
    roots: async () => [makeRoot(root.path)],
    hostTools: [],
    hostServices: [],
    log: () => undefined,
  });
  const { entries, broken } = registry.current();
  expect(broken).toEqual([]);
  expect([...entries.values()].map(({ name, issues, disabled }) => ({ name, issues, disabled }))).toEqual(
    ["inner", "none", "own", "yes"].map((name) => ({ name, issues: [], disabled: undefined })),
  );
  expect(entries.get("yes")?.contract.contract).toEqual({ input: true, output: false });
  expect(entries.get("none")?.contract.contract).toEqual({});
  expect(entries.get("own")?.contract).toMatchObject({
    "x-team": { cost: 3 },
    contract: { input: { "x-order": ["a"] } },
  });
});
