import { describe, expect, test } from "vitest";
import { contractSchema } from "#server/capability/contract";
import type { Catalog } from "#server/registry/catalog";
import { type CapabilityFacts, capabilityFactsOf } from "./capability-facts";
import { makeCatalog, makeRoot } from "./catalog-testing";

const OBJECT = { type: "object", properties: { text: { type: "string" } } };
const catalog = makeCatalog(
  [
    {
      name: "reader",
      description: "Reads.",
      when: "Always.",
      contract: { input: OBJECT },
      tree: {
        group: "fs",
        routing: { min_tier: "task_light", exclude_from: ["task_delete"], intent_keywords: { zh: ["日志"] } },
        perms: { approval_type: "data_export", house_rule: "ask first", left_empty: null },
        policy: { policy_groups: ["group:fs"], profiles: ["coding"] },
      },
    },
    { name: "user", uses: [{ capability: "reader", step: "one" }, { capability: "gone" }] },
    { name: "caller", requires: ["clock", "vault"], uses: [{ capability: "user" }] },
    { name: "chain", type: "forge", steps: [{ id: "first", kind: "capability", capability: "reader" }] },
    { name: "mode", type: "focus_mode", loop: { instructions: "x", capabilities: ["reader"] } },
    { name: "open-mode", type: "focus_mode", loop: { instructions: "x" } },
    { name: "hidden-mode", type: "focus_mode", loop: { instructions: "x", hidden: true } },
    { name: "notes", type: "skill", description: "How to read.", tools: "reader", text: "# Notes" },
    { name: "more-notes", type: "skill", tools: ["reader"], text: "# More" },
    { name: "sketch", description: "A draft." },
    { name: "media-only", tree: { runtime: { subagent_scope: "media" } } },
    { name: "web_search", description: "Searches elsewhere.", tree: { perms: { file_access: "global_read" } } },
  ],
  ["sketch"],
  [makeRoot([{ name: "stranger", description: "Waits." }], "pending")],
);

function factsOf(name: string, of: Catalog = catalog): CapabilityFacts {
  const found = capabilityFactsOf(of, name, { hostServices: ["clock"] });
  if (!found) throw new Error(`no facts of ${name}`);
  return found;
}

const tiersOf = (name: string) => factsOf(name).facts.tiers.map(({ obstacle }) => obstacle ?? "-");

describe("where it appears, tier by tier", () => {
  test.each([
    ["reader", "least", "least", "-", "-", "excluded", "-"],
    ["sketch", "least", "draft", "draft", "draft", "draft", "draft"],
    ["stranger", "least", "pending", "pending", "pending", "pending", "pending"],
    ["bash", "least", "least", "least", "disabled", "disabled", "disabled"],
    ["media-only", "scope", "scope", "scope", "scope", "scope", "scope"],
    ["hidden-mode", "least", "hidden", "hidden", "hidden", "hidden", "hidden"],
    ["capability_ls", "least", "-", "-", "-", "-", "-"],
    ["user", "least", "disabled", "disabled", "disabled", "disabled", "disabled"],
  ])("%s", (name, ...tiers) => expect(tiersOf(name)).toEqual(tiers));
});

test("what follows from the place of a capability", () => {
  const { id, source, facts } = factsOf("reader");
  expect({ id, source }).toEqual({ id: "fs/reader", source: "capability" });
  expect(facts).toMatchObject({
    minTier: "task_light",
    approval: { type: "data_export", planTiers: ["task_write", "task_multimodal"] },
    profiles: [{ name: "coding" }],
    isBindable: true,
    delegation: null,
    display: { title: "reader", verb: "Run", detailKeys: [] },
    isDynamic: true,
    prefixRule: null,
  });
  expect(facts.policyGroups).toEqual([{ name: "group:fs", members: 5 }]);
});

describe("who says what a field holds", () => {
  test.each([
    ["reader", "routing", "min_tier", "task_light", "own"],
    ["reader", "routing", "intent_keywords.zh", ["日志"], "own"],
    ["reader", "routing", "intent_keywords.en", [], "default"],
    ["reader", "prompt", "summary", "Reads.", "default"],
    ["reader", "prompt", "usage_guide", null, "unset"],
    ["reader", "perms", "house_rule", "ask first", "own"],
    ["reader", "perms", "left_empty", null, "unset"],
    ["reader", "perms", "escalation_hints.default_ttl_minutes", null, "unset"],
    ["bash", "perms", "escalation_hints.default_ttl_minutes", 30, "builtin"],
    ["bash", "runtime", "dynamic", false, "default"],
    ["web_search", "perms", "file_access", "global_read", "own"],
    ["web_search", "routing", "min_tier", "question", "builtin"],
    ["capability_ls", "skills", "bindable", false, "own"],
    ["capability_manage", "routing", "min_tier", "task_light", "builtin"],
  ])("%s %s.%s", (name, dimension, field, value, origin) => {
    const found = factsOf(name).fields.find((each) => each.dimension === dimension && each.name === field);
    expect(found).toEqual({ dimension, name: field, value, origin });
  });

  test("every field of every dimension is there, without those of groups", () => {
    const names = factsOf("reader").fields.map(({ dimension, name }) => `${dimension}.${name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(33 + 2);
    expect(names).not.toContain("runtime.name_prefix");
  });
});

describe("what refers to what", () => {
  const relationsOf = (name: string, side: "uses" | "usedBy") =>
    factsOf(name).relations[side].map((relation) => [
      relation.name,
      relation.ways.map(({ way, detail }) => (detail === null ? way : `${way} ${detail}`)).join(", "),
      relation.standing,
    ]);

  test.each<[string, "uses" | "usedBy", string[][]]>([
    [
      "reader",
      "usedBy",
      [
        ["chain", "step first", "ok"],
        ["mode", "lists", "ok"],
        ["more-notes", "binds", "ok"],
        ["notes", "binds", "ok"],
        ["user", "uses one", "disabled"],
      ],
    ],
    [
      "user",
      "uses",
      [
        ["reader", "uses one", "ok"],
        ["gone", "uses", "missing"],
      ],
    ],
    ["notes", "uses", [["reader", "binds", "ok"]]],
    ["mode", "uses", [["reader", "lists", "ok"]]],
    ["caller", "uses", [["user", "uses", "disabled"]]],
    ["bash", "usedBy", []],
  ])("%s %s", (name, side, expected) => expect(relationsOf(name, side)).toEqual(expected));

  test("services are told with whether they are there, and loops that name no capabilities", () => {
    const { services, openModes } = factsOf("caller").relations;
    expect(services).toEqual([
      { name: "clock", isProvided: true },
      { name: "vault", isProvided: false },
    ]);
    expect(openModes).toEqual(["hidden-mode", "open-mode"]);
    expect(factsOf("media-only").relations.openModes).toEqual([]);
  });
});

test("the prompt line is what a prompt lists, a place without an implementation has none", () => {
  const { prompt } = factsOf("reader");
  expect(prompt?.line).toContain("- reader (tool): Reads.");
  expect(prompt?.line).toContain("[Bound skills: more-notes]");
  expect(prompt?.line).toContain("arguments: text?: string");
  expect(prompt?.tokens).toBeGreaterThan(10);
  expect(factsOf("bash").prompt).toBeNull();
  expect(factsOf("capability_ls").prompt?.line).toContain("- capability_ls (tool):");
});

test("a name nobody has has no facts, a draft's contract has those it would have", () => {
  const sources = { hostServices: [] };
  expect(capabilityFactsOf(catalog, "nobody", sources)).toBeNull();
  const parsed = contractSchema.parse({ name: "nobody", uses: [{ capability: "reader" }] });
  const found = capabilityFactsOf(catalog, "nobody", { ...sources, draft: { ...parsed, type: "tool" } });
  expect(found).toMatchObject({ id: "composed/nobody", prompt: null, relations: { uses: [{ name: "reader" }] } });
  expect(found?.facts.tiers[1]).toEqual({ tier: "question", obstacle: "draft" });
});
