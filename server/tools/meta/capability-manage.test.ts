import { describe, expect, test } from "vitest";
import type { JsonObject } from "#server/capability/json";
import { validateJson } from "#server/capability/validate-json";
import { AppError } from "#server/errors";
import { makeCatalog } from "#server/runs/catalog-testing";
import { introspectCatalog } from "#server/runs/introspect-catalog";
import { createCoderProvider } from "#server/tools/subagents/coder-provider";
import { createSubAgentTrees } from "#server/tools/subagents/create-sub-agent-trees";
import { createMediaProvider } from "#server/tools/subagents/media-provider";
import { createCapabilityManage } from "./capability-manage";
import { MANAGE_ACTIONS } from "./capability-manage-actions";
import type { Proposal } from "./proposal";

const catalog = makeCatalog([]);
const { tree } = catalog;
const introspection = introspectCatalog(catalog, {
  subAgentTrees: createSubAgentTrees([createMediaProvider(), createCoderProvider()]),
  forLoop: true,
});
const view = undefined as never;
const tool = createCapabilityManage();

/** Answers the envelope, and what reached the review queue. */
async function manage(input: JsonObject, propose?: () => never) {
  const proposed: Proposal[] = [];
  const result = await tool.run(
    input,
    {
      view,
      introspection,
      execute: () => Promise.reject(new Error("it runs nothing")),
      propose: async (proposal) => {
        proposed.push(proposal);
        propose?.();
        return { submission: "s1", name: "log-triage", status: "waiting", path: "/review/s1" };
      },
    },
    AbortSignal.timeout(1_000),
  );
  if (result.kind !== "ok") throw new Error(result.problem.message);
  expect(validateJson(tool.outputSchema, result.output)).toEqual([]);
  return { answer: result.output as JsonObject, proposed };
}

test("its place and its metadata are those of the default tree", () => {
  const node = tree.nodes.find(({ id }) => id === "meta/capability_manage");
  expect([tool.group, tool.metadata]).toEqual([node?.parent, node?.metadata]);
});

const READS: [JsonObject, unknown][] = [
  [
    { action: "diagnose", name: "bash" },
    { name: "bash", verdict: "fail", inventory: expect.stringMatching(/^33 static/) },
  ],
  [{ action: "list_groups" }, { totals: { static: 33, scoped: 6 } }],
  [
    { action: "list_tools", group: "web" },
    { group: "web", tools: [{ name: "web_search" }, { name: "web_fetch" }] },
  ],
  [
    { action: "describe_tool", name: "bash" },
    { id: "runtime/bash", routing: { min_tier: "task_write" } },
  ],
  [{ action: "subtrees" }, { subtrees: [{ agent_type: "media", registered: true }, { agent_type: "coder" }] }],
  [{ action: "tree", node_id: "fs", depth: 1 }, [{ id: "fs", children: [] }]],
  [{ action: "inspect", name: "fs" }, { kind: "group" }],
  [{ action: "validate" }, { level: 0, valid: true, errors: 0, findings: [] }],
  [
    { action: "generate_prompt", tier: "question" },
    { tier: "question", count: 2, prompt: expect.stringMatching(/^- capability_ls: .+\n- capability_run: .+$/) },
  ],
  [
    { action: "generate_allowlist", tier: "greeting" },
    { tier: "greeting", count: 0, tools: [] },
  ],
  [
    { action: "generate_allowlist", tier: "greeting", agent_type: "coder" },
    { count: 2, tools: ["propose_plan", "report_heartbeat"] },
  ],
];

test.each(READS)("%j answers and proposes nothing", async (input, data) => {
  const { answer, proposed } = await manage(input);
  expect(answer).toMatchObject({ action: input.action, success: true, data });
  expect(proposed).toEqual([]);
});

const WRITES: JsonObject[] = [
  { action: "propose_register", name: "tally", parent: "fs" },
  { action: "propose_update", name: "log-triage", metadata: { display: { title: "Logs" } } },
  { action: "propose_routing", name: "log-triage", min_tier: "task_write" },
  { action: "propose_binding", skill: "note", tool: "write_file" },
];

test.each(WRITES)("%j makes one proposal and answers where it waits", async (input) => {
  const { answer, proposed } = await manage(input);
  expect(proposed).toEqual([expect.objectContaining(input)]);
  expect(answer).toEqual({
    action: input.action,
    success: true,
    data: { submission: "s1", name: "log-triage", status: "waiting", path: "/review/s1" },
  });
});

test("every action has a case here, and the schema names them all", () => {
  const actions = [...MANAGE_ACTIONS.keys()];
  expect(new Set([...READS.map(([input]) => input), ...WRITES].map(({ action }) => action))).toEqual(new Set(actions));
  expect(tool.capability.inputSchema).toMatchObject({ properties: { action: { enum: actions } } });
  const properties = Object.keys((tool.capability.inputSchema as { properties: object }).properties);
  const read = [...MANAGE_ACTIONS.values()].flatMap(({ reads }) => reads);
  expect(new Set(properties)).toEqual(new Set(["action", ...read]));
});

test.each(["apply_patch", "approve", "trust", "promote", "", "LIST_GROUPS", "__proto__", "constructor"])(
  "the action %j is none, and the valid ones are listed",
  async (action) => {
    const { answer, proposed } = await manage({ action, name: "log-triage", approved: true });
    expect(answer).toMatchObject({
      success: false,
      error: { code: "bad_input", next: expect.stringContaining("list_groups, list_tools, describe_tool") },
    });
    expect(proposed).toEqual([]);
  },
);

describe("arguments", () => {
  const CONSENT = ["approved", "approve", "trusted", "status", "force", "confirm", "apply", "decidedBy", "sudo"];
  test.each(
    WRITES.flatMap((input) => CONSENT.map((key): [string, JsonObject, string] => [String(input.action), input, key])),
  )("of %s: %j with %s is the same proposal, and the answer says it has no effect", async (_action, input, key) => {
    const plain = await manage(input);
    const { answer, proposed } = await manage({ ...input, [key]: true });
    expect(proposed).toEqual(plain.proposed);
    expect(answer).toMatchObject({ success: true, data: { status: "waiting" }, ignored: expect.stringContaining(key) });
  });

  test.each<[string, JsonObject, RegExp]>([
    ["a missing name", { action: "describe_tool" }, /^name: /],
    ["an unknown tier", { action: "generate_prompt", tier: "task_huge" }, /^tier: /],
    ["a name that is a path", { action: "propose_register", name: "../../etc", parent: "fs" }, /^name: /],
    ["no change", { action: "propose_update", name: "a" }, /nothing to change/],
    [
      "an unknown dimension",
      { action: "propose_update", name: "a", metadata: { trust: { state: "trusted" } } },
      /metadata/,
    ],
    [
      "an unknown field",
      { action: "propose_update", name: "a", metadata: { perms: { approved: true } } },
      /metadata.perms/,
    ],
    ["a field outside the tree", { action: "propose_update", name: "a", remove: ["status"] }, /remove/],
  ])("%s are refused by name", async (_what, input, message) => {
    const { answer, proposed } = await manage(input);
    expect(answer).toMatchObject({
      success: false,
      error: { code: "bad_input", message: expect.stringMatching(message) },
    });
    expect(proposed).toEqual([]);
  });
});

test("a refusal of the queue is the answer, a defect is thrown on", async () => {
  const routing = { action: "propose_routing", name: "bash", min_tier: "question" };
  const refused = await manage(routing, () => {
    throw new AppError("forbidden", "bash is built in.", { next: "Another one." });
  });
  expect(refused.answer).toMatchObject({ success: false, error: { code: "forbidden", next: "Another one." } });
  const broken = manage(routing, () => {
    throw new Error("the database is gone");
  });
  await expect(broken).rejects.toThrow("the database is gone");
});
