import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { patchYaml, type YamlChange } from "./patch-yaml";

const TEXT = `# Who wrote it and why.
name: a   # its name
description: >-
  Two lines
  of text.

# Where it stands.
tree:
  # In the files.
  group: fs # g
  routing: { min_tier: question }
  # The end of it.

# When to use it.
when: Always.
`;

test.each<[string, YamlChange[], string]>([
  [
    "a value in a flow map",
    [{ path: ["tree", "routing", "min_tier"], value: "task_write" }],
    TEXT.replace("min_tier: question", "min_tier: task_write"),
  ],
  [
    "a new dimension beside the comments",
    [{ path: ["tree", "display", "title"], value: "A" }],
    TEXT.replace("min_tier: question }\n", "min_tier: question }\n  display:\n    title: A\n"),
  ],
  [
    "a top-level text",
    [{ path: ["when"], value: "Never: ever." }],
    TEXT.replace("when: Always.", 'when: "Never: ever."'),
  ],
  ["a new key at the end", [{ path: ["tools"], value: "bash" }], `${TEXT}tools: bash\n`],
  [
    "a list",
    [{ path: ["tree", "routing", "exclude_from"], value: ["task_delete"] }],
    TEXT.replace("question }", "question, exclude_from: [task_delete] }"),
  ],
  ["a removed value", [{ path: ["tree", "group"], value: undefined }], TEXT.replace("  group: fs # g\n", "")],
  ["nothing that is there", [{ path: ["tree", "display", "icon"], value: undefined }], TEXT],
])("%s is changed and nothing else", (_what, changes, expected) => {
  expect(patchYaml(TEXT, changes)).toBe(expected);
});

test.each([
  ["an empty key", "name: a\ntree:\n", "name: a\ntree:\n  group: fs\n"],
  ["no last line break", "name: a", "name: a\ntree:\n  group: fs\n"],
  ["an anchor others use", "tree: &t { a: 1 }\nx: *t\n", "tree: &t { a: 1, group: fs }\nx: *t\n"],
  ["a flow map", "tree: { a: 1 }\nname: a\n", "tree: { a: 1, group: fs }\nname: a\n"],
])("a place is made where there is %s", (_what, text, expected) => {
  expect(patchYaml(text, [{ path: ["tree", "group"], value: "fs" }])).toBe(expected);
});

test.each([
  ["a list", "- a\n"],
  ["no YAML", "a: [\n"],
  ["a map in braces", "{ name: a }\n"],
  ["a text where fields belong", "tree: files\n"],
  ["a list where fields belong", "tree:\n  - group\n"],
  ["aliases between its parts", "routing: &r { min_tier: question }\ntree: { routing: *r }\n"],
])("%s is refused", (_what, text) => {
  expect(() => patchYaml(text, [{ path: ["tree", "group"], value: "fs" }])).toThrow(
    expect.objectContaining({ code: "conflict" }),
  );
});

const SHIPPED = readdirSync("capabilities")
  .map((name) => [name, join("capabilities", name, "CAPABILITY.yaml")] as const)
  .filter(([, file]) => existsSync(file));

test.each(SHIPPED)("of %s one line changes with one field", (_name, file) => {
  const text = readFileSync(file, "utf8");
  const patched = patchYaml(text, [{ path: ["tree", "display", "label"], value: "x" }]);
  const { tree, ...rest } = parse(text);
  expect(parse(patched)).toEqual({ ...rest, tree: { ...tree, display: { ...tree.display, label: "x" } } });
  const before = new Set(text.split("\n"));
  expect(patched.split("\n").filter((line) => !before.has(line))).toHaveLength(1);
});
