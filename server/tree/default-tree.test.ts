import { describe, expect, test } from "vitest";
import { treeMetadataSchema } from "#server/capability/contract";
import { classificationKeywords } from "./classification-keywords";
import { createDefaultTree } from "./default-tree";
import type { TreeNode } from "./node";

const tree = createDefaultTree([]);
const childrenOf = (group: string) => tree.nodes.filter(({ kind, parent }) => kind !== "group" && parent === group);

function makeHost(changes: Partial<TreeNode> = {}): TreeNode {
  const node = { id: "web/web_search", name: "web_search", kind: "tool", parent: "web", source: "host" } as const;
  return { ...node, metadata: {}, ...changes };
}

/** Seed 004's listing, group by group; scoped trees as its subtrees example. */
test.each([
  ["runtime", ["bash"]],
  ["fs", ["read_file", "write_file", "list_dir", "apply_patch"]],
  ["web", ["web_search", "web_fetch"]],
  ["ui", ["browser", "canvas"]],
  ["memory", ["memory_search", "memory_get"]],
  ["system", ["cron", "gateway", "nodes"]],
  ["messaging", ["message"]],
  [
    "sessions",
    [
      "sessions_list",
      "sessions_history",
      "sessions_send",
      "sessions_spawn",
      "session_status",
      "agents_list",
      "search_skills",
      "lookup_skill",
    ],
  ],
  ["ai", ["image"]],
  ["media", ["send_media", "send_email"]],
  ["meta", ["capability_manage", "report_progress"]],
  ["subagents", ["spawn_coder_agent", "spawn_media_agent", "spawn_argus_agent", "spawn_agent", "handoff_to_agent"]],
  ["subagent_trees/media", ["trending_topics", "content_compose", "media_publish", "social_interact"]],
  ["subagent_trees/coder", ["propose_plan", "report_heartbeat"]],
  ["composed", []],
  ["dynamic", []],
])("the group %s holds what the seed lists, in its order", (group, names) => {
  expect(tree.nodes.some(({ id, kind }) => id === group && kind === "group")).toBe(true);
  expect(childrenOf(group).map(({ name }) => name)).toEqual(names);
});

test("the groups stand in the seed's order", () => {
  expect(tree.nodes.filter(({ kind }) => kind === "group").map(({ id }) => id)).toEqual([
    "runtime",
    "fs",
    "web",
    "ui",
    "memory",
    "system",
    "messaging",
    "sessions",
    "ai",
    "media",
    "meta",
    "subagents",
    "subagent_trees",
    "subagent_trees/media",
    "subagent_trees/coder",
    "composed",
    "dynamic",
    "dynamic/argus",
    "dynamic/remote_mcp",
    "dynamic/local_mcp",
    "dynamic/capstan",
  ]);
});

test("every static tool has all seven dimensions, and says why nothing can call it and what would enable it", () => {
  for (const node of tree.nodes.filter(({ kind }) => kind !== "group")) {
    const { runtime, prompt, routing, perms, skills, display, policy } = node.metadata;
    expect(treeMetadataSchema.parse(node.metadata)).toEqual(node.metadata);
    expect({ node: node.id, ...runtime, ...prompt, ...routing, ...perms, ...skills, ...display, ...policy }).toEqual(
      expect.objectContaining({
        owner: expect.any(String),
        enabled_when: expect.any(String),
        subagent_scope: node.parent.startsWith("subagent_trees/") ? node.parent.slice(15) : "",
        summary: expect.any(String),
        sort_order: expect.any(Number),
        min_tier: expect.any(String),
        min_security_level: expect.any(String),
        approval_type: expect.any(String),
        bindable: expect.any(Boolean),
        icon: expect.any(String),
        title: expect.any(String),
        verb: expect.any(String),
        policy_groups: expect.any(Array),
      }),
    );
    expect(node).toMatchObject({ source: "builtin", type: "tool", disabled: { reason: expect.stringMatching(/\.$/) } });
    expect(node.disabled?.enabledBy).toContain(`A capability named "${node.name}" in a root takes its place.`);
  }
});

describe("host tools", () => {
  test("take the place of the static tool of their name; the tree keeps what it says of it", () => {
    const grown = createDefaultTree([makeHost({ metadata: { routing: { min_tier: "greeting" } } })]);
    const place = tree.nodes.find(({ id }) => id === "web/web_search");
    expect(grown.nodes.find(({ id }) => id === "web/web_search")).toEqual({
      ...place,
      source: "host",
      disabled: undefined,
    });
    expect(grown.nodes).toHaveLength(tree.nodes.length);
  });

  test("of another name stand in their own group as dynamic ones, under its rules", () => {
    const grown = createDefaultTree([
      makeHost({ id: "dynamic/local_mcp/mcp_files_read", name: "mcp_files_read", parent: "dynamic/local_mcp" }),
      makeHost({ id: "own/deep/x", name: "x", parent: "own/deep" }),
    ]);
    expect(grown.nodes.slice(tree.nodes.length)).toMatchObject([
      {
        id: "dynamic/local_mcp/mcp_files_read",
        metadata: { runtime: { dynamic: true }, routing: { min_tier: "task_light" } },
      },
      { id: "own", kind: "group" },
      { id: "own/deep", kind: "group" },
      { id: "own/deep/x", metadata: { runtime: { dynamic: true } } },
    ]);
  });
});

describe("words that classify a message", () => {
  const named = (changes: Partial<TreeNode>): TreeNode => ({
    ...makeHost({ id: "dynamic/x", name: "x", parent: "dynamic", ...changes }),
    metadata: {
      routing: { intent_priority: 30, intent_keywords: { en: ["Shred "], zh: ["粉碎"] } },
      ...changes.metadata,
    },
  });
  const wordsOf = (nodes: TreeNode[]) =>
    classificationKeywords({ nodes: [...tree.nodes, ...nodes] }, "task_delete").map(({ word }) => word);

  test.each<[string, TreeNode[], boolean]>([
    ["a host tool", [named({})], true],
    ["a trusted capability", [named({ source: "capability", state: "trusted" })], true],
    ["a draft", [named({ source: "capability", state: "draft" })], false],
  ])("of %s count: %s", (_, nodes, isCounted) => {
    expect(wordsOf(nodes).filter((word) => ["shred", "粉碎"].includes(word))).toHaveLength(isCounted ? 2 : 0);
  });

  test.each([
    ["greeting", []],
    ["question", []],
    ["task_light", []],
    ["task_write", ["fs/write_file", "media/send_email", "subagents/spawn_coder_agent"]],
    ["task_delete", ["runtime/bash"]],
    ["task_multimodal", ["ui/browser", "ai/image", "subagents/spawn_argus_agent"]],
  ] as const)("%s takes its words from %s", (tier, nodes) => {
    expect([...new Set(classificationKeywords(tree, tier).map(({ node }) => node))]).toEqual(nodes);
  });
});
