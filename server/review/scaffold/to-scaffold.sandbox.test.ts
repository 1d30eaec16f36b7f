import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CAPABILITY_TYPES } from "#server/capability/contract";
import { FRAMES_MODULE } from "#server/capability/frames-module";
import { parseContract } from "#server/capability/parse-contract";
import { parseSkill } from "#server/capability/parse-skill";
import { judgeFiles } from "#server/registry/load-entry";
import { openWorkbench } from "#server/runs/testing";
import { toScaffold } from "./to-scaffold";

const DESCRIPTIONS = [
  "Counts the words of a text.",
  'Says "yes: no" # and {braces}, [lists], 100% of the time',
  "- 统计一段文本的词数。",
  "two\nlines\tand   blanks",
  "~",
  "@at `ticks` & *stars* !tags | > ' \\",
];

const toFiles = (scaffold: ReturnType<typeof toScaffold>) =>
  new Map<string, Uint8Array>(scaffold.map(({ path, text }) => [path, Buffer.from(text)]));

test("a new capability talks to the host by the module of the shipped ones", () => {
  const shipped = join(import.meta.dirname, "../../../capabilities/log-triage/impl/frames.mjs");
  expect(FRAMES_MODULE).toBe(readFileSync(shipped, "utf8"));
});

describe.each(CAPABILITY_TYPES)("a new %s", (type) => {
  test.each(DESCRIPTIONS)("loads without a finding and says %j", (description) => {
    const files = toFiles(toScaffold({ name: "word-tally", type, description }));
    const judged = judgeFiles(files, { rootPath: "", layer: "L2", folder: "word-tally" });
    if (judged.kind !== "ok") throw new Error(JSON.stringify(judged.broken.issues));
    expect(judged.entry.issues).toEqual([]);
    expect(judged.entry).toMatchObject({ name: "word-tally", type });
    expect(judged.entry.disabled).toBeUndefined();
    expect(judged.entry.contract.description).toContain(description.replace(/\s+/g, " "));
  });

  test.each(["a", "0", "1-2", "null", "true", "x_y-z", "n".repeat(64)])("may be called %s", (name) => {
    const [first] = toScaffold({ name, type, description: "Does it." });
    const text = first?.text ?? "";
    const parsed =
      type === "skill"
        ? parseSkill(text, "SKILL.md", name)
        : parseContract(text, { file: "CAPABILITY.yaml", hasImpl: type === "tool", folderName: name });
    expect(parsed).toMatchObject({ kind: "ok", contract: { name }, issues: [] });
  });
});

describe.each(["tool", "forge"] as const)("the sandbox runs a new %s", (type) => {
  test("as it is, and its case passes", async () => {
    const files = toFiles(toScaffold({ name: "word-tally", type, description: "Counts the words of a text." }));
    await using bench = await openWorkbench({});
    const subject = { kind: "buffer" as const, files };
    const { signal } = new AbortController();
    const results = [];
    for await (const result of bench.cases.run({ name: "word-tally", subject, by: "ada", signal }))
      results.push(result);
    expect(results).toEqual([expect.objectContaining({ kind: "passed", differences: [] })]);
  }, 60_000);
});
