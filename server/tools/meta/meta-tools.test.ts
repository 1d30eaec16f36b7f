import { expect, test } from "vitest";
import type { SearchIndex } from "#server/discovery/hit";
import type { CallOutcome, CatalogView, LoopCapability } from "#server/loop/ports";
import type { HostToolContext } from "#server/tools/host-tool";
import { createHostTools } from "#server/tools/host-tools";
import { createCapabilityLs } from "./capability-ls";
import { createCapabilityRun } from "./capability-run";

function capability(name: string, type: LoopCapability["type"] = "tool"): LoopCapability {
  return {
    name,
    type,
    title: name,
    description: `Does ${name}.`,
    when: "Always.",
    state: "trusted",
    digest: "d",
    source: "capability",
    inputSchema: { type: "object" },
    approvalType: "none",
    about: { layer: "L1", version: "0.1.0", sensitivity: "public", steps: "run:code" },
  };
}

const index: SearchIndex = {
  size: 0,
  search: () => [],
  mentions: () => [],
  nearest: (_identifier, limit) => ["capability_run", "log-triage", "csv-profile", "log-report"].slice(0, limit),
};
const held = [
  capability("log-triage"),
  capability("log-report", "forge"),
  capability("incident-summary", "skill"),
  { ...capability("send-mail"), approvalType: "plan_confirm" as const },
  createCapabilityLs().capability,
  createCapabilityRun().capability,
];
const view: CatalogView = {
  revision: "r",
  capabilities: held,
  index,
  get: (name) => held.find((candidate) => candidate.name === name),
  refusalOf: (name) =>
    name === "secret-draft"
      ? { code: "draft_refused", message: "secret-draft is a draft.", next: "A person can approve it in Review." }
      : undefined,
  refusedFor: () => [],
};

/** A context in which nothing but what the test gives may be used. */
function makeContext(execute: HostToolContext["execute"]): HostToolContext {
  const refuse = () => {
    throw new Error("neither listing nor running looks at the tree or proposes");
  };
  return {
    view,
    execute,
    propose: refuse,
    get introspection() {
      return refuse();
    },
  };
}

function run(input: { [key: string]: string | { [key: string]: string } }, outcome?: CallOutcome) {
  const calls: unknown[] = [];
  const execute = async (call: unknown) => {
    calls.push(call);
    return outcome ?? { kind: "ok" as const, output: { a: 1 }, isPartial: true, executionId: "x1", durationMs: 1 };
  };
  const result = createCapabilityRun().run(input, makeContext(execute), AbortSignal.timeout(1_000));
  return { calls, result };
}

test("capability_ls answers one row for everything of the view", async () => {
  const execute = () => Promise.reject(new Error("ls runs nothing"));
  const result = await createCapabilityLs().run({}, makeContext(execute), AbortSignal.timeout(1_000));
  expect(result).toMatchObject({
    kind: "ok",
    output: {
      total: 6,
      capabilities: [
        { name: "log-triage", type: "tool", status: "trusted", layer: "L1", version: "0.1.0", steps: "run:code" },
        { name: "log-report", type: "forge" },
        { name: "incident-summary", type: "skill" },
        { name: "send-mail" },
        { name: "capability_ls" },
        { name: "capability_run" },
      ],
    },
  });
});

test("capability_run runs a tool or forge and hands its output on", async () => {
  const { calls, result } = run({ name: "log-report", input: { log: "x" } });
  expect(await result).toEqual({
    kind: "ok",
    output: { name: "log-report", execution_id: "x1", partial: true, output: { a: 1 } },
  });
  expect(calls).toEqual([{ capability: held[1], input: { log: "x" } }]);
});

test.each([
  ["an unknown name", "log-trige", { code: "not_found", next: "Nearest names: log-triage, csv-profile, log-report." }],
  ["a draft", "secret-draft", { code: "draft_refused", next: "A person can approve it in Review." }],
  ["itself", "capability_run", { code: "bad_input", message: "capability_run does not run itself." }],
  ["a skill", "incident-summary", { code: "bad_input", next: "Use load_capability with incident-summary." }],
  ["what needs an approval", "send-mail", { code: "forbidden", next: 'Dry-run "send-mail" on its own page.' }],
  ["no name", "", { code: "bad_input" }],
])("capability_run refuses %s and runs nothing", async (_what, name, problem) => {
  const { calls, result } = run({ name });
  expect(await result).toMatchObject({ kind: "failed", problem });
  expect(calls).toEqual([]);
});

test.each<[string, CallOutcome, string]>([
  [
    "fails",
    { kind: "failed", problem: { code: "E_TIMEOUT", message: "Too slow." }, executionId: "x1", durationMs: 1 },
    "E_TIMEOUT",
  ],
  ["is cancelled", { kind: "cancelled", executionId: "x1", durationMs: 1 }, "cancelled"],
])("capability_run fails when what it runs %s", async (_what, outcome, code) => {
  expect(await run({ name: "log-triage" }, outcome).result).toMatchObject({ kind: "failed", problem: { code } });
});

test("every host tool has a name of its own and the group of its metadata", () => {
  const tools = createHostTools();
  expect(new Set(tools.map((tool) => tool.capability.name)).size).toBe(tools.length);
  for (const tool of tools) expect(tool.metadata.group).toBe(tool.group);
});

test.each(createHostTools().filter(({ capability: { name } }) => name !== "capability_manage"))(
  "$capability.name refuses arguments it does not have",
  (tool) => {
    expect(tool.capability.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
  },
);
