import { describe, expect, test } from "vitest";
import { type Contract, contractSchema, INTENT_TIERS, type IntentTier } from "#server/capability/contract";
import { addNodes, removeNode } from "./add-node";
import { createDefaultTree } from "./default-tree";
import { deriveNode } from "./derive-node";
import { isAllowedInTier } from "./derive-tools";
import { deriveMissingGroups, toGroupNode } from "./group-node";
import type { TreeNode } from "./node";

function makeContract(changes: Record<string, unknown> = {}): Contract {
  const contract = contractSchema.parse({ name: "log-triage", description: "Clusters a log.", ...changes });
  return { ...contract, type: contract.type ?? "tool" };
}

function makeNode(changes: Partial<TreeNode> = {}): TreeNode {
  const node = { id: "fs/read", name: "read", kind: "tool", parent: "fs", source: "host", metadata: {} } as const;
  return { ...node, ...changes };
}

describe("adding", () => {
  const tree = createDefaultTree([]);
  test.each<[string, Partial<TreeNode>, RegExp]>([
    ["an empty id", { id: " " }, /needs an id/],
    ["an id that is taken", { id: "fs" }, /already a node/],
    ["a parent that is missing", { parent: "nowhere" }, /"nowhere" does not exist/],
  ])("%s is refused with the reason", (_, changes, reason) => {
    const result = addNodes(tree, [makeNode(changes)]);
    expect(result.tree.nodes).toHaveLength(tree.nodes.length);
    expect(result.refused[0]?.reason).toMatch(reason);
  });

  test("a tool is no parent", () => {
    const { refused } = addNodes(tree, [makeNode(), makeNode({ id: "fs/read/x", parent: "fs/read" })]);
    expect(refused).toEqual([
      expect.objectContaining({ reason: '"fs/read" is not a group, so nothing can stand under it.' }),
    ]);
  });

  test("one refused node does not keep out the next, and order stays", () => {
    const { tree: grown } = addNodes(tree, [
      makeNode(),
      makeNode({ parent: "nowhere", id: "x" }),
      makeNode({ id: "fs/b", name: "b" }),
    ]);
    expect(grown.nodes.slice(-2).map(({ id }) => id)).toEqual(["fs/read", "fs/b"]);
    expect(tree.nodes.some(({ id }) => id === "fs/read")).toBe(false);
  });
});

test("removing a group removes what is under it, children first", () => {
  const { tree } = addNodes({ nodes: [] }, [
    toGroupNode("outer"),
    toGroupNode("outer/one"),
    toGroupNode("outer/two"),
    makeNode({ id: "outer/one/x", name: "x", parent: "outer/one" }),
  ]);
  const result = removeNode(tree, "outer");
  expect(result.removed.map(({ id }) => id)).toEqual(["outer/one/x", "outer/one", "outer/two", "outer"]);
  expect(removeNode(tree, "nowhere")).toEqual({ tree, removed: [] });
});

describe("the node of a contract", () => {
  test("gets the defaults of sandboxed code", () => {
    expect(deriveNode({ contract: makeContract() })).toMatchObject({
      id: "composed/log-triage",
      name: "log-triage",
      kind: "tool",
      parent: "composed",
      source: "capability",
      metadata: {
        prompt: { summary: "Clusters a log.", sort_order: 100 },
        routing: { min_tier: "question", exclude_from: [], intent_priority: 0 },
        perms: { min_security_level: "sandboxed", file_access: "none", approval_type: "none" },
        skills: { bindable: true },
        display: { title: "log-triage" },
        policy: { policy_groups: ["group:composed"], profiles: ["full"] },
      },
    });
  });

  test.each([
    [
      "needs an approval",
      { tree: { perms: { approval_type: "plan_confirm" } } },
      { routing: { min_tier: "task_write" } },
    ],
    [
      "names its tier all the same",
      { tree: { routing: { min_tier: "task_light" }, perms: { approval_type: "data_export" } } },
      { routing: { min_tier: "task_light" } },
    ],
    ["is a skill", { type: "skill" }, { skills: { bindable: false } }],
    [
      "has keys of its own",
      { tree: { display: { icon: "x", colour: "red" } } },
      { display: { icon: "x", colour: "red", title: "log-triage" } },
    ],
  ])("that %s", (_, changes, metadata) => {
    expect(deriveNode({ contract: makeContract(changes) })).toMatchObject({ metadata });
  });

  test.each([
    ["fs", {}, "fs/log-triage", "tool"],
    ["/web/", {}, "web/log-triage", "tool"],
    [undefined, { type: "focus_mode", loop: { instructions: "x" } }, "subagents/log-triage", "subagent"],
  ])("stands in group %s", (group, changes, id, kind) => {
    expect(deriveNode({ contract: makeContract({ tree: { group }, ...changes }) })).toMatchObject({ id, kind });
  });

  test("a group nobody has yet is made, outermost first", () => {
    expect(deriveMissingGroups("billing/eu", new Set(["fs"]))).toEqual([
      toGroupNode("billing"),
      toGroupNode("billing/eu"),
    ]);
    expect(deriveMissingGroups("fs", new Set(["fs"]))).toEqual([]);
  });
});

describe("who may use what, by tier", () => {
  const tiersOf = (node: TreeNode) => INTENT_TIERS.filter((tier) => isAllowedInTier(node, tier));
  const fromTier = (tier: IntentTier) => INTENT_TIERS.slice(INTENT_TIERS.indexOf(tier));
  const routed = (routing: NonNullable<TreeNode["metadata"]["routing"]>) => makeNode({ metadata: { routing } });
  test.each<[string, TreeNode, readonly IntentTier[]]>([
    ["least tier greeting", routed({ min_tier: "greeting" }), INTENT_TIERS],
    ["least tier question", routed({ min_tier: "question" }), fromTier("question")],
    [
      "least tier write, not delete",
      routed({ min_tier: "task_write", exclude_from: ["task_delete"] }),
      ["task_write", "task_multimodal"],
    ],
    ["a host tool without a tier", makeNode(), ["task_multimodal"]],
    ["a contract without a tier", deriveNode({ contract: makeContract() }), fromTier("question")],
    [
      "a contract that needs approval",
      deriveNode({ contract: makeContract({ tree: { perms: { approval_type: "mount_access" } } }) }),
      fromTier("task_write"),
    ],
    ["a group", toGroupNode("fs"), []],
  ])("%s", (_, node, tiers) => expect(tiersOf(node)).toEqual(tiers));
});
