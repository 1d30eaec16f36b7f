import { describe, expect, test } from "vitest";
import { INTENT_TIERS, type IntentTier } from "#server/capability/contract";
import { addNodes } from "./add-node";
import { classificationKeywords } from "./classification-keywords";
import { createDefaultTree } from "./default-tree";
import { dynamicGroupPrefixes, dynamicGroups, findRulesForName, matchesDynamicGroup } from "./derive-dynamic";
import {
  displaySpecs,
  intentKeywordsForTier,
  policyGroups,
  profiles,
  toFlatRegistry,
  wizardGroups,
} from "./derive-policy";
import {
  delegationEntries,
  groupIntrosForTier,
  scopedToolSummaries,
  sortedToolSummaries,
  toolSummaries,
} from "./derive-summaries";
import {
  allowlistForTier,
  allStaticTools,
  allTools,
  bindableTools,
  findObstacle,
  isAllowedInTier,
  toEnabledTree,
  toolsForAgentScope,
  toolsForTier,
} from "./derive-tools";
import type { CapabilityTree, TreeNode } from "./node";
import { childrenOf, lookup, lookupByName, lookupByToolHint, toolsByName, walk, walkSubtree } from "./tree-index";

const tree = createDefaultTree([]);
const namesOf = (nodes: readonly { name: string }[]) => nodes.map(({ name }) => name);

/** A scoped tool that every view would list if it did not look at scopes, and the same tool for everybody. */
function makeNode(scope: string, changes: Partial<TreeNode> = {}): TreeNode {
  return {
    id: "fs/probe",
    name: "probe",
    kind: "subagent",
    parent: "fs",
    source: "host",
    metadata: {
      runtime: { subagent_scope: scope },
      prompt: { summary: "Probes.", delegation: "Probing." },
      routing: { min_tier: "question", intent_priority: 30, intent_keywords: { en: ["probe"], zh: [] } },
      skills: { bindable: true },
      display: { title: "Probe" },
      policy: { policy_groups: ["group:probe"], profiles: ["probing"], wizard_group: "probing" },
    },
    ...changes,
  };
}

const withProbe = (scope: string) => addNodes(tree, [makeNode(scope)]).tree;

/** Every view over a tree, and whether it lists the probe. The first ten are the seed's; the rest is ours. */
const VIEWS: [string, (tree: CapabilityTree) => boolean, { listsScoped: boolean }][] = [
  ["allStaticTools", (each) => namesOf(allStaticTools(each)).includes("probe"), { listsScoped: false }],
  ["allTools", (each) => namesOf(allTools(each)).includes("probe"), { listsScoped: false }],
  ["toolsForTier", (each) => namesOf(toolsForTier(each, "question")).includes("probe"), { listsScoped: false }],
  ["allowlistForTier", (each) => allowlistForTier(each, "question").has("probe"), { listsScoped: false }],
  ["bindableTools", (each) => namesOf(bindableTools(each)).includes("probe"), { listsScoped: false }],
  ["toolSummaries", (each) => toolSummaries(each).has("probe"), { listsScoped: false }],
  ["sortedToolSummaries", (each) => namesOf(sortedToolSummaries(each)).includes("probe"), { listsScoped: false }],
  ["policyGroups", (each) => policyGroups(each).has("group:probe"), { listsScoped: false }],
  ["wizardGroups", (each) => wizardGroups(each).has("probing"), { listsScoped: false }],
  [
    "intentKeywordsForTier",
    (each) => intentKeywordsForTier(each, "question").en.includes("probe"),
    { listsScoped: false },
  ],
  [
    "classificationKeywords",
    (each) => classificationKeywords(each, "task_delete").some(({ word }) => word === "probe"),
    { listsScoped: false },
  ],
  ["profiles", (each) => profiles(each).has("probing"), { listsScoped: false }],
  ["delegationEntries", (each) => namesOf(delegationEntries(each)).includes("probe"), { listsScoped: false }],
  ["toFlatRegistry", (each) => namesOf(toFlatRegistry(each)).includes("probe"), { listsScoped: false }],
  ["displaySpecs", (each) => displaySpecs(each).has("probe"), { listsScoped: true }],
  ["lookup", (each) => lookup(each, "fs/probe") !== undefined, { listsScoped: true }],
  ["lookupByName", (each) => lookupByName(each, "probe") !== undefined, { listsScoped: true }],
  ["lookupByToolHint", (each) => lookupByToolHint(each, "probe") !== undefined, { listsScoped: true }],
  [
    "toolsForAgentScope",
    (each) => namesOf(toolsForAgentScope(each, "probing")).includes("probe"),
    { listsScoped: true },
  ],
  [
    "scopedToolSummaries",
    (each) => namesOf(scopedToolSummaries(each, "probing")).includes("probe"),
    { listsScoped: true },
  ],
];

describe("the scope rule: a sub-agent's own tools are in look-up and display, and in no other view", () => {
  test.each(VIEWS)("%s", (_, lists, { listsScoped }) => expect(lists(withProbe("probing"))).toBe(listsScoped));

  test.each(VIEWS.slice(0, -2))("%s lists the same tool when it is everybody's", (_, lists) => {
    expect(lists(withProbe(""))).toBe(true);
  });
});

describe("a sub-agent's scope", () => {
  const standard = 33;
  test.each([
    ["media", 4, 37],
    ["coder", 2, 35],
    ["", standard, standard],
    ["nobody", 0, 0],
    ["Media", 0, 0],
  ])('"%s" has %i tools of its own and %i lines in its prompt', (scope, own, lines) => {
    expect(toolsForAgentScope(tree, scope)).toHaveLength(own);
    expect(scopedToolSummaries(tree, scope)).toHaveLength(lines);
  });

  test.each<[string, Parameters<typeof findObstacle>[1], ReturnType<typeof findObstacle>]>([
    ["trending_topics", { tier: "task_multimodal" }, "scope"],
    ["trending_topics", { tier: "task_multimodal", scope: "coder" }, "scope"],
    ["trending_topics", { tier: "greeting", scope: "media" }, undefined],
    ["read_file", { tier: "question", scope: "media" }, "tier"],
    ["read_file", { tier: "task_light", scope: "media" }, undefined],
  ])("what keeps %s from %j: %s", (name, asker, obstacle) => {
    const node = lookupByToolHint(tree, name);
    expect(node && findObstacle(node, asker)).toBe(obstacle);
  });
});

describe("the tools of the default tree", () => {
  test("are the seed's 33, sorted, and those of roots stand beside them", () => {
    const root = makeNode("", { source: "capability", metadata: { runtime: { dynamic: true } } });
    const grown = addNodes(tree, [root]).tree;
    expect(allStaticTools(grown)).toHaveLength(33);
    expect(allTools(grown)).toHaveLength(34);
    expect(namesOf(allTools(grown))).toEqual(namesOf(allTools(grown)).sort());
  });

  test.each<[IntentTier, number]>([
    ["greeting", 0],
    ["question", 5],
    ["task_light", 12],
    ["task_write", 20],
    ["task_delete", 9],
    ["task_multimodal", 33],
  ])("%s may use %i of them, disabled ones included", (tier, count) => {
    expect(toolsForTier(tree, tier)).toHaveLength(count);
    expect(allowlistForTier(tree, tier).size).toBe(count);
    expect(sortedToolSummaries(tree, tier)).toHaveLength(count);
    expect(toolsForTier(toEnabledTree(tree), tier)).toEqual([]);
  });

  test("an unknown tier has none", () => {
    expect(toolsForTier(tree, JSON.parse('"task_everything"'))).toEqual([]);
  });

  test.each<IntentTier[]>([
    ["greeting", "question"],
    ["question", "task_light"],
    ["task_light", "task_write"],
    ["task_write", "task_multimodal"],
    ["task_delete", "task_multimodal"],
  ])("what %s may use, %s may as well", (lower, higher) => {
    const allowed = allowlistForTier(tree, higher ?? "greeting");
    expect(namesOf(toolsForTier(tree, lower ?? "greeting")).filter((name) => !allowed.has(name))).toEqual([]);
  });

  test("bindable are those the table does not except", () => {
    const names = namesOf(bindableTools(tree));
    expect(names).toHaveLength(24);
    expect(names.filter((name) => /spawn_.*agent|handoff|skill|progress|capability_manage/.test(name))).toEqual([]);
  });
});

describe("policy and display", () => {
  test("the profiles hold what domain.md 2.5 says", () => {
    const held = profiles(tree);
    const codingGroups = ["group:ai", "group:fs", "group:memory", "group:runtime", "group:sessions"];
    const inGroups = codingGroups.flatMap((group) => policyGroups(tree).get(group) ?? []);
    expect(held.get("minimal")).toEqual(["session_status"]);
    expect(held.get("coding")).toEqual(inGroups.sort());
    expect(held.get("messaging")).toEqual([
      "message",
      "send_media",
      "session_status",
      "sessions_history",
      "sessions_list",
      "sessions_send",
    ]);
  });

  test("a policy group lists its names, sorted", () => {
    expect(policyGroups(tree).get("group:fs")).toEqual(["apply_patch", "list_dir", "read_file", "write_file"]);
    expect([...policyGroups(tree).keys()].every((group) => group.startsWith("group:"))).toBe(true);
  });

  test("a flat registry says of each name what the tree says", () => {
    const registry = toFlatRegistry(tree);
    expect(registry.map(({ name }) => name)).toEqual(namesOf(allStaticTools(tree)));
    expect(registry.find(({ name }) => name === "bash")).toEqual({
      name: "bash",
      group: "runtime",
      kind: "tool",
      owner: "attempt_runner",
      dynamic: false,
      min_tier: "task_write",
      exclude_from: [],
      approval_type: "exec_escalation",
      min_security_level: "sandboxed",
      bindable: true,
    });
  });

  test("a tool list goes by sort order, then name; one of a tier begins with the first group", () => {
    expect(namesOf(sortedToolSummaries(tree, "task_light")).slice(0, 3)).toEqual([
      "read_file",
      "list_dir",
      "web_search",
    ]);
    expect(namesOf(scopedToolSummaries(tree, "coder")).slice(0, 3)).toEqual([
      "propose_plan",
      "report_heartbeat",
      "bash",
    ]);
    expect(groupIntrosForTier(tree, "question").map(({ group }) => group)).toEqual(["web", "memory", "sessions"]);
    expect(groupIntrosForTier(tree, "greeting")).toEqual([]);
    expect(delegationEntries(tree)[0]).toEqual({
      name: "spawn_coder_agent",
      delegation: "Writing, changing or testing code in more than one step.",
    });
  });
});

describe("dynamic groups", () => {
  test("are the seed's three, by prefix", () => {
    expect(dynamicGroupPrefixes(tree)).toEqual(["argus_", "remote_", "mcp_"]);
    expect(dynamicGroups(tree).map(({ id }) => id)).toEqual([
      "dynamic/argus",
      "dynamic/remote_mcp",
      "dynamic/local_mcp",
    ]);
  });

  test.each([
    ["argus_click", "dynamic/argus"],
    ["remote_github_issues", "dynamic/remote_mcp"],
    ["mcp_files_read", "dynamic/local_mcp"],
    ["mcp_", undefined],
    ["xmcp_read", undefined],
    ["read_file", undefined],
  ])("%s belongs to %s", (name, group) => expect(matchesDynamicGroup(tree, name)?.id).toBe(group));

  test.each<[string, IntentTier[], string | undefined]>([
    ["argus_click", ["task_multimodal"], "exec_escalation"],
    ["remote_x", ["task_write", "task_delete", "task_multimodal"], undefined],
    ["mcp_x", ["task_light", "task_write", "task_delete", "task_multimodal"], undefined],
    ["write_file", ["task_write", "task_multimodal"], "plan_confirm"],
  ])("%s without a node of its own stands under the rules of its group", (name, tiers, approval) => {
    const rules = findRulesForName(tree, name);
    expect(INTENT_TIERS.filter((tier) => rules && isAllowedInTier(rules, tier))).toEqual(tiers);
    expect(rules?.metadata.perms?.approval_type).toBe(approval);
    expect(rules?.metadata.skills?.bindable).toBe(true);
  });

  test("a name the tree knows nothing of stands under none", () => {
    expect(findRulesForName(tree, "anything")).toBeUndefined();
  });
});

describe("walking", () => {
  test("all nodes go by id; a subtree depth first in display order", () => {
    const ids = walk(tree).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(walkSubtree(tree, "subagent_trees").map(({ id }) => id)).toEqual([
      "subagent_trees",
      "subagent_trees/media",
      "subagent_trees/media/trending_topics",
      "subagent_trees/media/content_compose",
      "subagent_trees/media/media_publish",
      "subagent_trees/media/social_interact",
      "subagent_trees/coder",
      "subagent_trees/coder/propose_plan",
      "subagent_trees/coder/report_heartbeat",
    ]);
    expect(walkSubtree(tree, "nowhere")).toEqual([]);
  });

  test("the top holds the groups, and a name is a tool's before a group's", () => {
    expect(childrenOf(tree, "").map(({ id }) => id)).toContain("runtime");
    expect(lookupByName(tree, "argus")?.kind).toBe("group");
    expect(lookupByToolHint(tree, "argus")).toBeUndefined();
    expect(toolsByName(tree).size).toBe(39);
  });
});
