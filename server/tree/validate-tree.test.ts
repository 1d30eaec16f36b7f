import { expect, test } from "vitest";
import { INTENT_TIERS, type TreeMetadata } from "#server/capability/contract";
import { isAllowedInTier } from "./derive-tools";
import type { CapabilityTree, TreeNode } from "./node";
import { TREE_FINDING_CODES, validateTree } from "./validate-tree";

const SOUND: TreeMetadata = {
  runtime: { owner: "attempt_runner", enabled_when: "always" },
  prompt: { summary: "Reads a file." },
  routing: { min_tier: "task_light", exclude_from: [] },
  policy: { policy_groups: ["group:fs"] },
};

function makeTool(changes: Partial<TreeNode> = {}): TreeNode {
  return {
    id: "fs/read_file",
    name: "read_file",
    kind: "tool",
    parent: "fs",
    source: "host",
    metadata: SOUND,
    ...changes,
  };
}

function makeGroup(id: string, metadata: TreeMetadata = {}): TreeNode {
  const slash = id.lastIndexOf("/");
  const parent = slash === -1 ? "" : id.slice(0, slash);
  return { id, name: id.slice(slash + 1), kind: "group", parent, source: "builtin", metadata };
}

const fs = makeGroup("fs");
const mcp = makeGroup("dynamic/local_mcp", {
  runtime: { dynamic: true, name_prefix: "mcp_", discovery_source: "settings", list_method: "tools/list" },
});
const treeOf = (...nodes: TreeNode[]): CapabilityTree => ({ nodes: [fs, makeGroup("dynamic"), mcp, ...nodes] });
const withMetadata = (changes: TreeMetadata) => makeTool({ metadata: { ...SOUND, ...changes } });
const registered = new Set(["read_file"]);
const codesOf = (tree: CapabilityTree) =>
  validateTree(tree, { level: 0, registered }).map(({ level, code, severity, nodeId }) => [
    level,
    code,
    severity,
    nodeId,
  ]);

test("a sound tree has no finding, also with a tool that says why it is disabled and a dynamic one", () => {
  const disabled = makeTool({
    id: "fs/off",
    name: "off",
    disabled: { reason: "Nothing implements it.", enabledBy: "A capability of this name." },
  });
  const dynamic = makeTool({
    id: "dynamic/local_mcp/mcp_x_y",
    name: "mcp_x_y",
    parent: "dynamic/local_mcp",
    metadata: { ...SOUND, runtime: { dynamic: true, enabled_when: "always" } },
  });
  const tree = treeOf(makeTool(), disabled, dynamic);
  expect(validateTree(tree, { level: 0, registered: new Set(["read_file", "mcp_x_y"]) })).toEqual([]);
});

const WRONG: [string, TreeNode[], unknown[]][] = [
  ["no summary", [withMetadata({ prompt: { summary: " " } })], [1, "summary_missing", "error", "fs/read_file"]],
  ["no tier", [withMetadata({ routing: {} })], [1, "min_tier_missing", "error", "fs/read_file"]],
  [
    "a tier nobody knows",
    [withMetadata({ routing: { min_tier: "task_huge" as "greeting" } })],
    [1, "min_tier_unknown", "error", "fs/read_file"],
  ],
  ["no owner", [withMetadata({ runtime: { enabled_when: "always" } })], [1, "owner_missing", "error", "fs/read_file"]],
  [
    "no word on when it is enabled",
    [withMetadata({ runtime: { owner: "attempt_runner" } })],
    [1, "enabled_when_missing", "error", "fs/read_file"],
  ],
  [
    "an exclusion below its tier",
    [withMetadata({ routing: { min_tier: "task_write", exclude_from: ["question"] } })],
    [1, "exclusion_without_effect", "warning", "fs/read_file"],
  ],
  [
    "a dynamic group without a source",
    [makeTool(), makeGroup("dynamic/x", { runtime: { dynamic: true, name_prefix: "x_", list_method: "list" } })],
    [1, "dynamic_group_incomplete", "error", "dynamic/x"],
  ],
  [
    "an id twice",
    [makeTool(), makeTool({ name: "other", disabled: { reason: "x", enabledBy: "y" } })],
    [2, "id_taken", "error", "fs/read_file"],
  ],
  ["a tool name twice", [makeTool(), makeTool({ id: "fs/again" })], [2, "name_taken", "error", "fs/again"]],
  ["no parent", [makeTool({ parent: "nowhere" })], [2, "parent_missing", "error", "fs/read_file"]],
  [
    "a tool as parent",
    [
      makeTool(),
      makeTool({ id: "fs/read_file/x", name: "x", parent: "fs/read_file", disabled: { reason: "x", enabledBy: "y" } }),
    ],
    [2, "parent_not_a_group", "error", "fs/read_file/x"],
  ],
  [
    "a tier below its group's",
    [makeGroup("late", { routing: { min_tier: "task_write" } }), makeTool({ parent: "late" })],
    [2, "tier_below_group", "error", "fs/read_file"],
  ],
  [
    "a prefix twice",
    [makeTool(), { ...mcp, id: "dynamic/again", name: "again" }],
    [2, "dynamic_prefix_taken", "error", "dynamic/again"],
  ],
  [
    "a static name in a dynamic prefix",
    [makeTool(), makeTool({ id: "fs/mcp_read", name: "mcp_read", disabled: { reason: "x", enabledBy: "y" } })],
    [2, "static_name_in_dynamic_prefix", "error", "fs/mcp_read"],
  ],
  [
    "a capability of a root in a dynamic prefix",
    [
      makeTool(),
      makeTool({
        id: "fs/mcp_own",
        name: "mcp_own",
        source: "capability",
        disabled: { reason: "x", enabledBy: "y" },
        metadata: { ...SOUND, runtime: { ...SOUND.runtime, dynamic: true } },
      }),
    ],
    [2, "static_name_in_dynamic_prefix", "error", "fs/mcp_own"],
  ],
  [
    "a bindable sub-agent",
    [makeTool({ kind: "subagent", metadata: { ...SOUND, skills: { bindable: true } } })],
    [2, "not_bindable", "error", "fs/read_file"],
  ],
  [
    "a bindable meta tool",
    [makeGroup("meta"), makeTool({ parent: "meta", metadata: { ...SOUND, skills: { bindable: true } } })],
    [2, "not_bindable", "error", "fs/read_file"],
  ],
  [
    "a sub-agent's tool without its scope",
    [makeGroup("subagent_trees"), makeGroup("subagent_trees/media"), makeTool({ parent: "subagent_trees/media" })],
    [2, "scope_missing", "error", "fs/read_file"],
  ],
  ["no implementation", [makeTool(), makeTool({ id: "fs/x", name: "x" })], [3, "not_registered", "error", "fs/x"]],
  ["no place in the tree", [], [3, "not_in_tree", "error", "read_file"]],
  [
    "a delete tool kept from multimodal",
    [withMetadata({ routing: { min_tier: "task_light", exclude_from: ["task_multimodal"] } })],
    [3, "delete_beyond_multimodal", "error", "fs/read_file"],
  ],
  [
    "a policy group of another form",
    [withMetadata({ policy: { policy_groups: ["group:fs", "fs", "group:"] } })],
    [3, "policy_group_form", "error", "fs/read_file"],
  ],
];

test.each(WRONG)("%s is found", (_what, nodes, finding) => {
  const found = codesOf(treeOf(...nodes));
  expect(found).toContainEqual(finding);
  expect(new Set(found.map(([, code]) => code))).toEqual(new Set([finding[1]]));
});

test("every code has a case", () => {
  expect(new Set(WRONG.map(([, , finding]) => finding[1]))).toEqual(new Set(TREE_FINDING_CODES));
});

test("each level is its own, 0 is all, and every finding says what to do", () => {
  const tree = treeOf(makeTool({ parent: "nowhere", metadata: { policy: { policy_groups: ["fs"] } } }));
  const at = (level: 0 | 1 | 2 | 3) => validateTree(tree, { level, registered });
  expect(at(0)).toEqual([...at(1), ...at(2), ...at(3)]);
  for (const level of [1, 2, 3] as const)
    expect(new Set(at(level).map((found) => found.level))).toEqual(new Set([level]));
  expect(at(0).every(({ message, next }) => message.endsWith(".") && next.endsWith("."))).toBe(true);
});

test("a higher tier never loses a tool that is not excluded from it: all 6 least tiers, all 64 exclusions", () => {
  for (const least of INTENT_TIERS) {
    for (let bits = 0; bits < 2 ** INTENT_TIERS.length; bits += 1) {
      const excluded = INTENT_TIERS.filter((_, at) => (bits >> at) & 1);
      const node = withMetadata({ routing: { min_tier: least, exclude_from: excluded } });
      const allowed = INTENT_TIERS.filter((tier) => isAllowedInTier(node, tier));
      const from = INTENT_TIERS.slice(INTENT_TIERS.indexOf(least));
      expect(allowed).toEqual(from.filter((tier) => !excluded.includes(tier)));
    }
  }
});

test("5,000 nodes are judged in one pass", () => {
  const nodes = Array.from({ length: 5_000 }, (_, at) => makeTool({ id: `fs/t${at}`, name: `t${at}` }));
  const names = new Set(nodes.map(({ name }) => name));
  const started = performance.now();
  expect(validateTree(treeOf(...nodes), { level: 0, registered: names })).toEqual([]);
  expect(performance.now() - started).toBeLessThan(1_000);
});
