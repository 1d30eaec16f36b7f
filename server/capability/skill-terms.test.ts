import { expect, test } from "vitest";
import { parseSkill } from "./parse-skill";
import { skillTermsOf } from "./skill-terms";

function read(frontmatter: string) {
  const parsed = parseSkill(`---\nname: notes\ndescription: x\n${frontmatter}\n---\nBody\n`, "SKILL.md", "notes");
  if (parsed.kind !== "ok") throw new Error(JSON.stringify(parsed.issues));
  return { terms: skillTermsOf(parsed.contract), contract: parsed.contract, issues: parsed.issues };
}

test.each([
  ["tools: log-triage", ["log-triage"]],
  ["tools: a, b ,a", ["a", "b"]],
  ["tools: [a, b]", ["a", "b"]],
  ["tools:\n  - a\n  - b", ["a", "b"]],
  ["tools:", []],
  ["license: MIT", []],
])("%s", (frontmatter, tools) => {
  const { terms, issues } = read(frontmatter);
  expect(terms?.tools).toEqual(tools);
  expect(issues).toEqual([]);
});

test.each([
  ["tools: 7", "tools"],
  ["tools: {name: a}", "tools"],
  ["tools: [a, {b: c}]", "tools"],
  ["user-invocable: maybe", "user-invocable"],
  ["metadata: {min_tier: high}", "metadata.min_tier"],
  ["metadata: {crabclaw: {approval_type: sometimes}}", "metadata.crabclaw.approval_type"],
  ["metadata: {requires: git}", "metadata.requires"],
  ["metadata: {requires: {bins: 3}}", "metadata.requires.bins"],
])("an unknown form is left out with a warning at its place: %s", (frontmatter, path) => {
  const { terms, issues } = read(frontmatter);
  expect(issues).toMatchObject([{ severity: "warning", code: "skill_terms", path, line: 4 }]);
  expect(terms).toMatchObject({ tools: [], isUserInvocable: true, minTier: undefined });
});

test("tree data stands in metadata, or under crabclaw as it was written before", () => {
  const wanted = { group: "fs", routing: { min_tier: "task_light" }, perms: { approval_type: "plan_confirm" } };
  const plain = "metadata: {tree_id: fs/read_file, min_tier: task_light, approval_type: plan_confirm}";
  const nested = "metadata: {crabclaw: {tree_group: fs, min_tier: task_light, approval_type: plan_confirm}}";
  expect(read(plain).contract.tree).toEqual(wanted);
  expect(read(nested).contract.tree).toEqual(wanted);
  expect(read(plain).terms?.treeId).toBe("fs/read_file");
});

test("who may load it and what it needs", () => {
  const { terms } = read(
    "user-invocable: false\ndisable-model-invocation: true\nmetadata: {requires: {bins: [git, jq], env: HOME, config: [a.b]}}",
  );
  expect(terms).toMatchObject({
    isUserInvocable: false,
    isModelInvocable: false,
    requires: { bins: ["git", "jq"], env: ["HOME"], config: ["a.b"] },
  });
});
