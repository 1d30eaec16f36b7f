import { describe, expect, test } from "vitest";
import { parseContract } from "./parse-contract";

const FILE = "CAPABILITY.yaml";
const parse = (text: string, hasImpl = true) => parseContract(text, { file: FILE, hasImpl });

describe("broken files say where and why", () => {
  test.each([
    ["a tab as indentation", "name: a\nlimits:\n\ttimeout_ms: 1\n", "yaml_syntax", 3, 1],
    ["a colon in a plain value", "name: a\ndescription: two axes: one and two\n", "unquoted_value", 2, 1],
    ["a colon in a plain value, deep down", "name: a\nlimits:\n  note: a: b\n", "unquoted_value", 3, 3],
    ["a quote that never closes", 'name: "a\n', "yaml_syntax", 2, 1],
    ["a key twice", "name: a\nversion: 1.0.0\nname: b\n", "duplicate_key", 3, 1],
    ["a key twice, deep down", "name: a\ntree:\n  group: fs\n  group: web\n", "duplicate_key", 4, 3],
    ["two documents", "name: a\n---\nname: b\n", "yaml_syntax", 2, 1],
    ["a list at the top", "- name: a\n", "not_a_map", 1, 1],
    ["nothing at all", "", "not_a_map", 1, 1],
    ["no name", "description: x\n", "schema", 1, 1],
    ["a name with capitals", "version: 1.0.0\nname: Log Triage\n", "schema", 2, 7],
    ["limits of text", "name: a\nlimits:\n  timeout_ms: soon\n", "schema", 3, 15],
    ["a negative limit", "name: a\nlimits: { max_llm_calls: -1 }\n", "schema", 2, 26],
    ["an unknown type", "name: a\ntype: plugin\n", "schema", 2, 7],
    ["a schema that is text", "name: a\ncontract:\n  input: object\n", "schema", 3, 10],
    ["steps that are no list", "name: a\nsteps: parse\n", "schema", 2, 8],
    ["a step whose id is a number", "name: a\nsteps:\n  - id: 3\n    kind: code\n", "schema", 3, 9],
    ["an unknown tier", "name: a\ntree: { routing: { min_tier: always } }\n", "schema", 2, 30],
    ["an alias to nothing", "name: *nobody\n", "aliases", 1, 7],
    ["an alias that holds itself", "name: a\nx: &x [*x]\n", "too_deep", 1, 1],
  ])("%s", (_, text, code, line, column) => {
    const parsed = parse(text);
    expect(parsed.kind).toBe("broken");
    expect(parsed.issues[0]).toMatchObject({ severity: "error", code, line, column, file: FILE });
    expect(parsed.issues[0]?.message).toMatch(/\.$|\?$/);
  });

  test("values that want quotes are each told with the quoted line; block text beside them is left alone", () => {
    const text = "name: a\nwhen: |\n  note: this: stays\ndescription: one: two\nowner: [a] and b\n";
    expect(parse(text).issues.map(({ line, fix }) => [line, fix])).toEqual([
      [4, 'description: "one: two"'],
      [5, 'owner: "[a] and b"'],
    ]);
  });

  test("a text that quotes alone do not mend keeps the parser's own finding", () => {
    expect(parse("name: a\ndescription: one: two\nlimits: {\n").issues[0]).toMatchObject({ code: "yaml_syntax" });
  });

  test("a second colon and a line that is indented too far are told apart", () => {
    expect(parse("name: a\nlimits: b: c\nx: [\n").issues[0]?.message).toContain("second colon");
    const deeper = parse("name: a\nversion: 0.1.0\n  type: tool\n").issues[0];
    expect(deeper).toMatchObject({ code: "yaml_syntax", line: 2, column: 10 });
    expect(deeper?.message).toContain("line below is indented");
  });

  test("what could be read of a broken file is kept", () => {
    const parsed = parse("name: a\ndescription: Counts words.\nwhen: Someone asks.\nlimits: 3\n");
    expect(parsed).toMatchObject({
      kind: "broken",
      partial: { name: "a", description: "Counts words.", when: "Someone asks." },
    });
  });

  test.each([
    ["20 MB of text", `name: a\ndescription: ${"x".repeat(20_000_000)}`, "too_large"],
    ["brackets without end", `name: ${"[".repeat(200_000)}`, "too_deep"],
    ["a colon too many on each of 20,000 lines", "a: b: c\n".repeat(20_000), "yaml_syntax"],
    ["dashes without end", "- ".repeat(100_000), "too_deep"],
    ["maps 500 deep", Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"), "too_deep"],
    [
      "an alias bomb",
      ["a: &a [x,x,x,x,x,x,x,x,x]", ..."bcdefghij"]
        .map((key, at, keys) =>
          at === 0 ? key : `${key}: &${key} [${Array(9).fill(`*${at === 1 ? "a" : keys[at - 1]}`)}]`,
        )
        .join("\n"),
      "aliases",
    ],
  ])("%s answers with an issue instead of hanging", (_, text, code) => {
    const started = performance.now();
    const parsed = parse(text);
    expect(parsed).toMatchObject({ kind: "broken" });
    expect(parsed.issues[0]?.code).toBe(code);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("30,000 different keys are read in a moment", () => {
    const text = `name: a\n${Array.from({ length: 30_000 }, (_, at) => `k${at}:`).join("\n")}`;
    const started = performance.now();
    expect(parse(text).kind).toBe("ok");
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("a thousand findings are listed up to 50 and the rest is counted", () => {
    const { issues } = parse(`name: a\n${"k: 1\n".repeat(1_001)}`);
    expect(issues).toHaveLength(50);
    expect(issues.at(-1)?.message).toContain("950 more of 1000");
  });
});

describe("loadable files with something to say", () => {
  test.each([
    ["an llm step without prompt", "steps: [{ id: s, kind: llm }]", "step_without_prompt", "error", "steps.0"],
    [
      "a prompt outside",
      "steps: [{ id: s, kind: llm, prompt: ../../x.md }]",
      "path_outside_folder",
      "error",
      "steps.0.prompt",
    ],
    [
      "an absolute prompt",
      "steps: [{ id: s, kind: llm, prompt: /etc/passwd }]",
      "path_outside_folder",
      "error",
      "steps.0.prompt",
    ],
    [
      "a prompt by backslash",
      "steps: [{ id: s, kind: llm, prompt: 'a\\..\\..\\b' }]",
      "path_outside_folder",
      "error",
      "steps.0.prompt",
    ],
    [
      "a code file outside",
      "steps: [{ id: s, kind: code, file: ../run.mjs }]",
      "path_outside_folder",
      "error",
      "steps.0.file",
    ],
    ["cases outside", "evidence: { cases: ../cases.jsonl }", "path_outside_folder", "error", "evidence.cases"],
    [
      "two steps of one id",
      "steps: [{ id: s, kind: code }, { id: s, kind: code }]",
      "duplicate_step",
      "error",
      "steps.1.id",
    ],
    ["a call of nothing", "steps: [{ id: s, kind: capability }]", "step_without_capability", "error", "steps.0"],
    [
      "a call of itself",
      "steps: [{ id: s, kind: capability, capability: me }]",
      "uses_itself",
      "error",
      "steps.0.capability",
    ],
    ["a use of itself", "uses: [{ capability: me }]", "uses_itself", "error", "uses.0"],
    ["a focus mode without loop", "type: focus_mode", "focus_mode_without_loop", "error", "type"],
    ["a loop in a tool", "type: tool\nloop: { instructions: x }", "loop_without_focus_mode", "warning", "loop"],
    [
      "a focus mode with 20 choices",
      `type: focus_mode\nloop: { instructions: x, capabilities: [${Array.from({ length: 14 }, (_, at) => `c${at}`)}] }`,
      "focus_mode_too_wide",
      "warning",
      "loop",
    ],
    ["descripton", "descripton: y", "misspelled_key", "warning", "descripton"],
    ["limits.timeoutms", "limits: { timeoutms: 3 }", "misspelled_key", "warning", "limits.timeoutms"],
    ["steps.promt", "steps: [{ id: s, kind: code, promt: a.md }]", "misspelled_key", "warning", "steps.0.promt"],
    [
      "tree.routing.min_teir",
      "tree: { routing: { min_teir: question } }",
      "misspelled_key",
      "warning",
      "tree.routing.min_teir",
    ],
    ["a number as version", "version: 1.10", "unquoted_version", "warning", "version"],
    ["an unknown sensitivity", "sensitivity: secret", "unknown_value", "warning", "sensitivity"],
    ["an unknown status", "status: live", "unknown_value", "warning", "status"],
    ["an unknown step kind", "steps: [{ id: s, kind: python }]", "unknown_value", "warning", "steps.0.kind"],
    ["an import without its schema", "x-import: { format: mcp }", "no_input_schema", "error", "x-import"],
    ["a step without id", "steps: [{ kind: code }]", "step_without_id", "warning", "steps.0"],
    ["no description", "description:", "no_description", "warning", "description"],
  ])("%s", (_, extra, code, severity, path) => {
    const description = extra.startsWith("description") ? "" : "description: Does it.\n";
    const parsed = parse(`name: me\n${description}${extra}\n`);
    expect(parsed.kind).toBe("ok");
    expect(parsed.issues).toEqual([expect.objectContaining({ code, severity, path })]);
  });

  test("a misspelled key is marked at the key, with the key that was meant", () => {
    const { issues } = parse("name: me\nwhen: x\ndescripton: Does it.\n");
    expect(issues).toContainEqual(
      expect.objectContaining({ fix: "description", line: 3, column: 1, endLine: 3, endColumn: 11 }),
    );
  });

  test("unknown keys that resemble nothing are kept without a word", () => {
    const parsed = parse("name: me\ndescription: x\nowner_team: search\nlimits: { gpu: 1 }\n");
    expect(parsed).toMatchObject({ kind: "ok", issues: [], contract: { owner_team: "search", limits: { gpu: 1 } } });
  });

  test("keys without a value count as left out", () => {
    const text = "name: me\ndescription: x\nsteps:\nlimits:\n  timeout_ms:\nuses:\ncontract:\n  input:\n";
    const parsed = parse(text);
    expect(parsed).toMatchObject({ kind: "ok", issues: [], contract: { steps: [], uses: [], limits: {} } });
  });

  test("a version keeps the text that was typed", () => {
    expect(parse("name: me\nversion: 1.10\n")).toMatchObject({ contract: { version: "1.10" } });
  });

  test("a name unlike its folder's is a warning, not a refusal", () => {
    const parsed = parseContract("name: me\ndescription: x\n", { file: FILE, hasImpl: true, folderName: "you" });
    expect(parsed).toMatchObject({ kind: "ok", issues: [{ code: "name_differs", severity: "warning", fix: "you" }] });
  });
});

describe("the type that a contract leaves out", () => {
  const two = "steps: [{ id: a, kind: code }, { id: b, kind: code }]";
  test.each([
    ["no steps", "", true, "tool"],
    ["no steps, no program", "", false, "tool"],
    ["two steps and a program", two, true, "tool"],
    ["two steps and no program", two, false, "forge"],
    ["a capability step and a program", "steps: [{ id: a, kind: capability, capability: b }]", true, "forge"],
    ["a loop", "loop: { instructions: Look. }", false, "focus_mode"],
    ["named all the same", `type: forge\n${two}`, true, "forge"],
  ])("%s", (_, extra, hasImpl, type) => {
    expect(parse(`name: me\ndescription: x\n${extra}\n`, hasImpl)).toMatchObject({ kind: "ok", contract: { type } });
  });
});

test("boolean schemas are schemas", () => {
  const parsed = parse("name: me\ndescription: x\ncontract: { input: true, output: false }\n");
  expect(parsed).toMatchObject({ kind: "ok", issues: [], contract: { contract: { input: true, output: false } } });
});

test("keys named like parts of every object do no harm", () => {
  const parsed = parse(
    "name: me\ndescription: x\n__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }\n",
  );
  expect(parsed.kind).toBe("ok");
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});
