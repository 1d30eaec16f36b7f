import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseSkill } from "./parse-skill";

const FILE = "SKILL.md";
const SKILLS = join(import.meta.dirname, "../../../shared/data/import/skills");

test("a skill is a contract of type skill and its body", () => {
  const text = "---\nname: notes\ndescription: Takes notes. Use when someone dictates.\n---\n\n# Notes\n\nWrite.\n";
  expect(parseSkill(text, FILE, "notes")).toMatchObject({
    kind: "ok",
    body: "# Notes\n\nWrite.",
    issues: [],
    contract: {
      name: "notes",
      type: "skill",
      version: "0.0.0",
      description: "Takes notes. Use when someone dictates.",
    },
  });
});

test("line ends of Windows and a byte order mark change nothing", () => {
  const text = "\uFEFF---\r\nname: notes\r\ndescription: Takes notes.\r\n---\r\nWrite.\r\n";
  expect(parseSkill(text, FILE)).toMatchObject({ kind: "ok", body: "Write.", contract: { name: "notes" } });
});

test("T11: a colon in an unquoted description is broken, at its line, with the quoted line as fix", () => {
  const text =
    "---\nname: reviewer\ndescription: Reviews along two axes: Standards and Spec\nlicense: MIT\n---\nBody\n";
  const parsed = parseSkill(text, FILE);
  expect(parsed).toMatchObject({
    kind: "broken",
    issues: [
      {
        code: "unquoted_value",
        file: FILE,
        line: 3,
        column: 1,
        endLine: 3,
        endColumn: 56,
        fix: 'description: "Reviews along two axes: Standards and Spec"',
      },
    ],
  });
  const lines = text.split("\n");
  lines[2] = parsed.issues[0]?.fix ?? "";
  expect(parseSkill(lines.join("\n"), FILE)).toMatchObject({
    kind: "ok",
    contract: { description: "Reviews along two axes: Standards and Spec", license: "MIT" },
  });
});

test("T12: a value that begins with a bracket and goes on is broken, with a fix", () => {
  const text = "---\nname: plan\ndescription: Plans.\nargument-hint: [action] — text\n---\nBody\n";
  expect(parseSkill(text, FILE)).toMatchObject({
    kind: "broken",
    issues: [{ code: "unquoted_value", line: 4, column: 1, fix: 'argument-hint: "[action] — text"' }],
  });
});

test("T12: a file without frontmatter says what a skill begins with", () => {
  const parsed = parseSkill("# Just a page\n\n---\nname: x\n---\n", FILE, "page");
  expect(parsed).toMatchObject({ kind: "broken", issues: [{ code: "no_frontmatter", line: 1, column: 1 }] });
});

test("T12: unknown keys and allowed-tools are kept as they are", () => {
  const text =
    "---\nname: git-notes\ndescription: x\nallowed-tools: Bash(git:*) Read\nmetadata:\n  author: me\nmodel: any\n---\n";
  expect(parseSkill(text, FILE)).toMatchObject({
    kind: "ok",
    contract: { "allowed-tools": "Bash(git:*) Read", metadata: { author: "me" }, model: "any" },
  });
});

describe("names", () => {
  test.each([
    ["missing, folder usable", "description: x", "notes", "notes", "skill_name"],
    ["capitals, folder usable", "name: My Notes\ndescription: x", "notes", "notes", "skill_name"],
    ["unlike the folder's", "name: notes\ndescription: x", "other", "notes", "name_differs"],
  ])("%s loads with a warning", (_, yaml, folder, name, code) => {
    expect(parseSkill(`---\n${yaml}\n---\n`, FILE, folder)).toMatchObject({
      kind: "ok",
      contract: { name },
      issues: [{ code, severity: "warning" }],
    });
  });

  test("missing, and no folder to lend one, is broken", () => {
    expect(parseSkill("---\ndescription: x\n---\n", FILE)).toMatchObject({
      kind: "broken",
      issues: [{ code: "skill_name", severity: "error" }],
    });
  });
});

test("a missing description is a warning", () => {
  expect(parseSkill("---\nname: notes\n---\n", FILE)).toMatchObject({
    kind: "ok",
    issues: [{ code: "no_description" }],
  });
});

test.each([
  ["a quoted value", 'description: "a: b" c'],
  ["a block scalar", "description: |\n a\nb: c: d: e\n - f"],
  ["an alias", "description: *a: b"],
])("%s that YAML refuses gets no guess at a fix that would not mend it", (_, yaml) => {
  const parsed = parseSkill(`---\nname: notes\n${yaml}\n---\n`, FILE);
  expect(parsed.kind).toBe("broken");
  expect(parsed.issues.every((issue) => issue.line >= 3 || issue.code === "aliases")).toBe(true);
});

test("tree data in the metadata is read in both forms", () => {
  const flat = parseSkill(
    "---\nname: a\ndescription: x\nmetadata: { tree_group: web, min_tier: task_light }\n---\n",
    FILE,
  );
  const nested = parseSkill("---\nname: a\ndescription: x\nmetadata: { crabclaw: { tree_group: fs } }\n---\n", FILE);
  expect(flat).toMatchObject({ contract: { tree: { group: "web", routing: { min_tier: "task_light" } } } });
  expect(nested).toMatchObject({ contract: { tree: { group: "fs" } } });
});

test.runIf(!existsSync(SKILLS))("the real skills are not here: ../shared/data is absent", () => {
  expect(existsSync(SKILLS)).toBe(false);
});

describe.runIf(existsSync(SKILLS))("real skills", () => {
  test.each(existsSync(SKILLS) ? readdirSync(SKILLS) : [])("%s parses without an error", (folder) => {
    const parsed = parseSkill(readFileSync(join(SKILLS, folder, FILE), "utf8"), FILE, folder);
    expect(parsed.kind).toBe("ok");
    expect(parsed).toMatchObject({ contract: { name: folder, type: "skill" } });
    expect(parsed.issues.filter((issue) => issue.severity === "error")).toEqual([]);
  });
});
