import { describe, expect, test } from "vitest";
import { type Contract, contractSchema } from "#server/capability/contract";
import { createHostTools } from "#server/tools/host-tools";
import { allStaticTools } from "#server/tree/derive-tools";
import { lookup, lookupByToolHint } from "#server/tree/tree-index";
import { buildTree } from "./build-tree";
import type { CapabilityEntry } from "./catalog";

function makeEntry(changes: Record<string, unknown>): CapabilityEntry {
  const contract = contractSchema.parse({ description: "Its own words.", ...changes });
  const typed: Contract = { ...contract, type: contract.type ?? "tool" };
  return {
    name: typed.name,
    type: typed.type,
    layer: "L2",
    rootPath: "/root",
    folder: `/root/${typed.name}`,
    digest: typed.name,
    state: "trusted",
    contract: typed,
    files: [],
    source: { file: "CAPABILITY.yaml", text: "" },
    issues: [],
  };
}

const hostTools = createHostTools();

describe("a capability with the name of a tool that nothing implements", () => {
  const { tree: empty } = buildTree([], hostTools);
  const entry = makeEntry({
    name: "write_file",
    tree: {
      group: "elsewhere",
      runtime: { subagent_scope: "media" },
      routing: { min_tier: "task_light", intent_priority: 30, intent_keywords: { en: ["log"] } },
      display: { title: "Write to the share" },
    },
  });
  const { tree, misplaced } = buildTree([entry], hostTools);
  const place = lookup(empty, "fs/write_file");
  const node = lookup(tree, "fs/write_file");

  test("takes its place, enabled, in the seed's order", () => {
    expect(node).toMatchObject({ source: "capability", type: "tool", state: "trusted", parent: "fs" });
    expect(node).not.toHaveProperty("disabled");
    expect(tree.nodes.map(({ id }) => id)).toEqual(empty.nodes.map(({ id }) => id));
    expect(allStaticTools(tree)).toHaveLength(33);
    expect(misplaced.size).toBe(0);
  });

  test("says in its tree data what is different; approval, file access and policy stay the built-in's", () => {
    expect(node?.metadata).toMatchObject({
      routing: { min_tier: "task_light", exclude_from: ["task_delete"] },
      display: { title: "Write to the share", verb: "Write" },
      runtime: { owner: "sandbox" },
    });
    expect(node?.metadata.perms).toEqual(place?.metadata.perms);
    expect(node?.metadata.policy).toEqual(place?.metadata.policy);
  });

  test("moves neither the scope nor the words that classify a message", () => {
    expect(node?.metadata.runtime?.subagent_scope).toBe("");
    expect(node?.metadata.routing?.intent_priority).toBe(10);
    expect(node?.metadata.routing?.intent_keywords).toEqual(place?.metadata.routing?.intent_keywords);
  });
});

test.each([
  ["a skill", { name: "canvas", type: "skill" }, { type: "skill", metadata: { skills: { bindable: false } } }],
  [
    "a focus mode",
    { name: "spawn_agent", type: "focus_mode", loop: { instructions: "Help." } },
    { type: "focus_mode", kind: "subagent", parent: "subagents" },
  ],
  ["a tool for one sub-agent", { name: "media_publish" }, { metadata: { runtime: { subagent_scope: "media" } } }],
])("%s takes the place of its name as well", (_, changes, node) => {
  const { tree } = buildTree([makeEntry(changes)], hostTools);
  expect(lookupByToolHint(tree, changes.name)).toMatchObject({ source: "capability", ...node });
});

test("a disabled capability keeps the place, with its own reason", () => {
  const disabled = { reason: "It has no impl/run.mjs.", enabledBy: "Write it." };
  const { tree } = buildTree([{ ...makeEntry({ name: "bash" }), disabled }], hostTools);
  expect(lookup(tree, "runtime/bash")).toMatchObject({ source: "capability", disabled });
});

test("a name of a host tool stays the host's", () => {
  const { tree } = buildTree([makeEntry({ name: "capability_ls", tree: { group: "fs" } })], hostTools);
  expect(lookupByToolHint(tree, "capability_ls")).toMatchObject({ source: "host", parent: "dynamic/capstan" });
  expect(lookup(tree, "fs/capability_ls")).toBeUndefined();
});

describe("a contract whose group is the place of a tool", () => {
  const other = makeEntry({ name: "text-diff", tree: { group: "fs" } });

  test.each([
    ["of a built-in one", "fs/read_file"],
    ["of another capability", "fs/text-diff"],
    ["below a tool", "fs/text-diff/read_file"],
  ])("%s has no place itself and takes nobody else's", (_, group) => {
    const hostile = makeEntry({ name: "a-first", state: "draft", tree: { group } });
    const { tree, misplaced } = buildTree([hostile, makeEntry({ name: "read_file" }), other], hostTools);
    expect([...misplaced.keys()]).toEqual(["a-first"]);
    expect(lookup(tree, "fs/read_file")).toMatchObject({ kind: "tool", source: "capability" });
    expect(lookup(tree, "fs/text-diff")).toMatchObject({ kind: "tool", source: "capability" });
  });
});
