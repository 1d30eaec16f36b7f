import { describe, expect, test } from "vitest";
import { contractSchema } from "#server/capability/contract";
import { addNodes } from "#server/tree/add-node";
import { createDefaultTree } from "#server/tree/default-tree";
import { deriveNode } from "#server/tree/derive-node";
import { toGroupNode } from "#server/tree/group-node";
import type { TreeNode } from "#server/tree/node";
import { validateTree } from "#server/tree/validate-tree";
import { derivedViewsSchema, deriveViews } from "./derived-views";
import { describeTool, inspectNode, listTools } from "./describe-tool";
import { listGroups } from "./list-groups";
import { listSubtrees } from "./list-subtrees";
import { type TreeView, toTreeView } from "./tree-view";

function makeCapability(name: string, group: string): TreeNode {
  const contract = contractSchema.parse({ name, description: `Does ${name}.`, tree: { group } });
  return deriveNode({ contract: { ...contract, type: "tool" }, state: "trusted" });
}

const host: TreeNode = {
  id: "dynamic/capstan/capability_ls",
  name: "capability_ls",
  kind: "tool",
  parent: "dynamic/capstan",
  source: "host",
  metadata: { runtime: { enabled_when: "always" }, prompt: { summary: "Lists." }, routing: { min_tier: "question" } },
};
const { tree } = addNodes(createDefaultTree([host]), [makeCapability("log-triage", "fs")]);

/** Seed 004, the table of tool groups, with the tools of its listing. */
const GROUPS_OF_SEED = [
  ["runtime", 1, "Shell 执行", "bash"],
  ["fs", 4, "文件系统操作", "read_file, write_file, list_dir, apply_patch"],
  ["web", 2, "网页搜索与抓取", "web_search, web_fetch"],
  ["ui", 2, "浏览器控制与画布", "browser, canvas"],
  ["memory", 2, "记忆读写", "memory_search, memory_get"],
  ["system", 3, "系统管理", "cron, gateway, nodes"],
  ["messaging", 1, "频道消息发送", "message"],
  [
    "sessions",
    8,
    "会话与子智能体管理",
    "sessions_list, sessions_history, sessions_send, sessions_spawn, session_status, agents_list, search_skills, lookup_skill",
  ],
  ["ai", 1, "图像生成", "image"],
  ["media", 2, "文件投递与邮件", "send_media, send_email"],
  ["meta", 2, "元工具", "capability_manage, report_progress"],
  [
    "subagents",
    5,
    "子智能体入口",
    "spawn_coder_agent, spawn_media_agent, spawn_argus_agent, spawn_agent, handoff_to_agent",
  ],
];

test("the groups are the seed's table, with what roots brought counted beside them", () => {
  const { groups, other_groups: others, totals } = listGroups(tree);
  const rows = groups.map(({ group, tool_count: count, description, tools }) => [
    group,
    count,
    description,
    tools.join(", "),
  ]);
  expect(rows).toEqual(GROUPS_OF_SEED);
  expect(groups.filter((row) => row.capability_count > 0).map(({ group }) => group)).toEqual(["fs"]);
  expect(totals).toEqual({ static: 33, scoped: 6, dynamic: 1, capabilities: 1 });
  expect(others.find(({ group }) => group === "dynamic/capstan")).toMatchObject({ tools: ["capability_ls"] });
  expect(groups.length + others.length).toBe(tree.nodes.filter(({ kind }) => kind === "group").length);
});

describe("subtrees", () => {
  const providers = new Map([["media", "subagent_trees/media"]]);
  test("have the seed's keys in its order, and say whose provider is there", () => {
    const list = listSubtrees(tree, (agentType, groupId) => providers.get(agentType) === groupId);
    expect(JSON.stringify(list)).toBe(
      '{"subtrees":[{"agent_type":"media","group_id":"subagent_trees/media","tool_count":4,"tool_names":["trending_topics","content_compose","media_publish","social_interact"],"registered":true},' +
        '{"agent_type":"coder","group_id":"subagent_trees/coder","tool_count":2,"tool_names":["propose_plan","report_heartbeat"],"registered":false}]}',
    );
  });
});

describe("one node", () => {
  test("is described with its seven dimensions, what a model reads, and the tiers that follow", () => {
    const bash = describeTool(tree, "bash");
    expect(Object.keys(bash).slice(-9)).toEqual([
      "runtime",
      "prompt",
      "routing",
      "perms",
      "skills",
      "display",
      "policy",
      "description",
      "tiers",
    ]);
    expect(bash).toMatchObject({
      id: "runtime/bash",
      kind: "tool",
      source: "builtin",
      routing: { min_tier: "task_write" },
      tiers: ["task_write", "task_delete", "task_multimodal"],
      disabled: { reason: expect.any(String), enabled_by: expect.stringContaining("capability") },
    });
    expect(describeTool(tree, "runtime/bash")).toEqual(bash);
  });

  test("may be a group for inspect, with what stands under it", () => {
    expect(inspectNode(tree, "subagent_trees")).toMatchObject({
      kind: "group",
      type: null,
      children: ["subagent_trees/media", "subagent_trees/coder"],
    });
  });

  test("lists what stands in a group", () => {
    const { group, tools } = listTools(tree, "fs");
    expect(group).toBe("fs");
    expect(tools.map(({ name, source }) => [name, source])).toEqual([
      ["read_file", "builtin"],
      ["write_file", "builtin"],
      ["list_dir", "builtin"],
      ["apply_patch", "builtin"],
      ["log-triage", "capability"],
    ]);
    expect(listTools(tree, "subagent_trees/media").tools).toHaveLength(4);
  });

  test.each<[string, () => unknown, string, string]>([
    ["an unknown name", () => describeTool(tree, "bsh"), "not_found", "list_groups names"],
    ["a case mistake", () => describeTool(tree, "Bash"), "not_found", "Did you mean bash?"],
    ["a group as a tool", () => describeTool(tree, "fs"), "bad_input", "list_tools"],
    ["a tool as a group", () => listTools(tree, "bash"), "bad_input", "It stands in the group runtime."],
    ["an unknown group", () => listTools(tree, "nowhere"), "not_found", "list_groups names"],
    ["an unknown node of the view", () => toTreeView(tree, { node: "nowhere", depth: 0 }), "not_found", "list_groups"],
  ])("%s is refused with what to do", (_what, ask, code, next) => {
    expect(ask).toThrow(expect.objectContaining({ code, next: expect.stringContaining(next) }));
  });
});

describe("the nested view", () => {
  const countOf = (views: readonly TreeView[]): number =>
    views.reduce((sum, view) => sum + 1 + countOf(view.children), 0);

  test("holds every node once at any depth", () => {
    expect(countOf(toTreeView(tree, { depth: 0 }))).toBe(tree.nodes.length);
  });

  test.each<[number, number]>([
    [1, 1],
    [2, 3],
    [3, 9],
    [9, 9],
  ])("of depth %i under subagent_trees holds %i nodes", (depth, count) => {
    expect(countOf(toTreeView(tree, { node: "subagent_trees", depth }))).toBe(count);
  });

  test("says of each node what a list needs", () => {
    expect(toTreeView(tree, { node: "bash", depth: 0 })).toEqual([
      {
        id: "runtime/bash",
        name: "bash",
        kind: "tool",
        min_tier: "task_write",
        summary: expect.stringMatching(/./),
        dynamic: false,
        disabled: true,
        children: [],
      },
    ]);
  });
});

test("the tree that ships is sound at every level", () => {
  expect(validateTree(tree, { level: 0, registered: new Set(["capability_ls", "log-triage"]) })).toEqual([]);
});

test("two authors' orders of the same fields are one answer", () => {
  const toTree = (display: object) => {
    const contract = contractSchema.parse({ name: "a", description: "Does a.", tree: { group: "fs", display } });
    const node = deriveNode({ contract: { ...contract, type: "tool" }, state: "trusted" });
    return addNodes(createDefaultTree([]), [node]).tree;
  };
  const one = toTree({ verb: "Do", icon: "x", own: 1 });
  const other = toTree({ own: 1, icon: "x", verb: "Do" });
  const printed = (held: typeof one) =>
    JSON.stringify([describeTool(held, "a"), deriveViews(held, { tier: "question", scope: "" })]);
  expect(printed(one)).toBe(printed(other));
  expect(JSON.stringify(derivedViewsSchema.parse(deriveViews(one, { tier: "question", scope: "" })))).toBe(
    JSON.stringify(deriveViews(one, { tier: "question", scope: "" })),
  );
});

test("a group that some contract names does not stand before the tool of that name", () => {
  const named = makeCapability("tally", "composed");
  const { tree: crowded } = addNodes(tree, [toGroupNode("tally"), named, makeCapability("other", "tally")]);
  expect(describeTool(crowded, "tally")).toMatchObject({ id: "composed/tally", kind: "tool" });
});
