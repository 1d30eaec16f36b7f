import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonValue } from "#server/capability/json";
import type { Models } from "#server/model/model";
import { findLedger } from "#server/store/ledger-rows";
import type { ExecutionOutcome, ExecutionRequest } from "./runs";
import { type Folder, openWorkbench, toBuffer, toProgram, type Workbench } from "./testing";

const double: Folder = {
  "CAPABILITY.yaml": `name: double
description: Doubles a number.
contract:
  input: { type: object, required: [n], properties: { n: { type: number } }, additionalProperties: false }
  output: { type: object, required: [n], properties: { n: { type: number } } }
`,
  "impl/run.mjs": toProgram("console.error('doubling', input.n); return { n: input.n * 2 };"),
};

const explain: Folder = {
  "CAPABILITY.yaml": `name: explain
description: Explains a word.
steps: [{ id: say, kind: llm, prompt: prompts/say.md, max_tokens: 64 }]
limits: { max_llm_calls: 2 }
`,
  "prompts/say.md": "Explain {word} as JSON.",
  "impl/run.mjs": toProgram(
    "const answers = []; for (let i = 0; i < 3; i++) answers.push(await rpc({ prompt_id: 'say', input: { word: input.word } })); return { answers: answers.map(({ ok, data, error, cached }) => ({ ok, data, error, cached })) };",
  ),
};

const doubleTwice: Folder = {
  "CAPABILITY.yaml": `name: double-twice
description: Doubles twice and says so.
type: forge
steps:
  - { id: first, kind: capability, capability: double }
  - { id: second, kind: capability, capability: double, input: { n: "{{steps.first.output.n}}" } }
  - { id: say, kind: code, input: { before: "{{input.n}}", after: "{{steps.second.output.n}}" } }
`,
  "impl/say.mjs": toProgram("return { text: input.before + ' became ' + input.after };"),
};

/** A model that answers a text and counts how often it was asked. */
function makeModels(text: string): Models & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    current: () => ({ label: "scripted", isPlanner: false }),
    async ask({ user }) {
      asked.push(user);
      const usage = { inputTokens: 3, outputTokens: 5, costUsd: null };
      return { kind: "ok", text, finishReason: "stop", usage, durationMs: 1, model: "scripted" };
    },
    test: async () => ({ ok: true, durationMs: 0, text: "" }),
    connect: () => undefined,
  };
}

async function run(
  { executions, digests }: Workbench,
  name: string,
  input: JsonValue,
  change: Partial<ExecutionRequest> = {},
): Promise<ExecutionOutcome> {
  const subject = { kind: "digest" as const, digest: digests.get(name) ?? "" };
  const { done } = await executions.start({ source: "dry_run", name, subject, input, by: "ada", ...change });
  return done;
}

async function typesOf({ runs }: Workbench, id: string): Promise<string[]> {
  const { events } = await runs.events(id, null, 1_000);
  return events.map(({ type }) => type);
}

test("a tool runs and its log tells the whole of it, ending with the result", async () => {
  await using bench = await openWorkbench({ capabilities: { double } });
  const outcome = await run(bench, "double", { n: 21 });
  expect(outcome).toMatchObject({ ok: true, output: { n: 42 }, llmCalls: 0, level: expect.any(String) });
  const types = await typesOf(bench, outcome.executionId);
  expect(types.slice(0, 2)).toEqual(["execution_started", "run_state"]);
  expect(types.slice(-3)).toEqual(["execution_finished", "run_state", "result"]);
  expect(types).toContain("execution_log");
  expect(types.filter((type) => type === "execution_frame")).toHaveLength(2);
  expect(await bench.runs.get(outcome.executionId)).toMatchObject({ kind: "execution", status: "completed" });
  expect(await findLedger(bench.store, outcome.executionId)).toMatchObject([{ kind: "execution", ok: true }]);
  const [file = ""] = readdirSync(join(bench.store.folder, "ledger"));
  expect(readFileSync(join(bench.store.folder, "ledger", file), "utf8")).toContain('"capability":"double"');
  expect(bench.reported).toEqual([]);
});

test("input that breaks the schema runs nothing", async () => {
  await using bench = await openWorkbench({ capabilities: { double } });
  const outcome = await run(bench, "double", { n: "21" });
  expect(outcome).toMatchObject({ ok: false, level: null, problem: { code: "E_INPUT_SCHEMA" } });
  expect(await typesOf(bench, outcome.executionId)).not.toContain("execution_frame");
  expect(await bench.runs.get(outcome.executionId)).toMatchObject({ status: "failed" });
});

test("output that breaks the schema is shown and fails", async () => {
  await using bench = await openWorkbench({
    capabilities: { double: { ...double, "impl/run.mjs": toProgram("return { n: 'many' };") } },
  });
  const outcome = await run(bench, "double", { n: 1 });
  expect(outcome).toMatchObject({ ok: false, problem: { code: "E_OUTPUT_SCHEMA" }, output: { n: "many" } });
});

test.each([
  ["code that throws", "throw new Error('boom')", "E_EXIT_NONZERO"],
  ["code that prints", "console.log; process.stdout.write('hello\\n'); return 1;", "E_FRAME_NOT_JSON"],
])("%s is an outcome with a reason and a next step", async (_name, body, code) => {
  await using bench = await openWorkbench({ capabilities: { double: { ...double, "impl/run.mjs": toProgram(body) } } });
  const outcome = await run(bench, "double", { n: 1 });
  expect(outcome).toMatchObject({
    ok: false,
    problem: { code, message: expect.any(String), next: expect.any(String) },
  });
});

test("an llm step asks the model once, answers the next from the cache, and stops at the budget", async () => {
  const models = makeModels('Sure: {"meaning": "x"} done');
  await using bench = await openWorkbench({ capabilities: { explain }, models });
  const outcome = await run(bench, "explain", { word: "cat" });
  expect(outcome.output).toEqual({
    answers: [
      { ok: true, data: { meaning: "x" } },
      { ok: true, data: { meaning: "x" }, cached: true },
      { ok: false, error: "budget_exceeded" },
    ],
  });
  expect(outcome).toMatchObject({
    llmCalls: 2,
    cacheHits: 1,
    usage: { inputTokens: 3, outputTokens: 5, costUsd: null },
  });
  expect(models.asked).toEqual(["Explain cat as JSON."]);
  const types = await typesOf(bench, outcome.executionId);
  expect(types.filter((type) => type.startsWith("model_"))).toEqual([
    "model_request",
    "model_result",
    "model_request",
    "model_result",
  ]);
});

test("without a model the step answers no_model and the outcome is partial", async () => {
  await using bench = await openWorkbench({ capabilities: { explain } });
  const outcome = await run(bench, "explain", { word: "cat" });
  expect(outcome).toMatchObject({
    ok: true,
    partial: "no_model",
    output: { answers: [{ ok: false, error: "no_model" }, {}, {}] },
  });
});

test("a model that answers no JSON is told to the code", async () => {
  await using bench = await openWorkbench({ capabilities: { explain }, models: makeModels("I cannot.") });
  const outcome = await run(bench, "explain", { word: "cat" });
  expect(outcome).toMatchObject({ ok: true, output: { answers: [{ error: "model output is not JSON" }, {}, {}] } });
});

test("a forge runs its steps in order, children with logs of their own", async () => {
  await using bench = await openWorkbench({ capabilities: { double, "double-twice": doubleTwice } });
  const outcome = await run(bench, "double-twice", { n: 3 });
  expect(outcome).toMatchObject({ ok: true, output: { text: "3 became 12" } });
  const { events } = await bench.runs.events(outcome.executionId, null, 1_000);
  const steps = events.filter(({ type }) => type === "execution_step").map(({ payload }) => payload);
  expect(steps).toMatchObject([
    { stepId: "first", state: "started" },
    { stepId: "first", state: "finished", output: { n: 6 }, executionId: expect.any(String) },
    { stepId: "second", state: "started" },
    { stepId: "second", state: "finished", output: { n: 12 } },
    { stepId: "say", state: "started" },
    { stepId: "say", state: "finished" },
  ]);
  const children = await bench.runs.list({ kind: "execution", title: "double", limit: 10 });
  expect(children.runs.filter(({ parentId }) => parentId === outcome.executionId)).toHaveLength(2);
});

test("a failing step ends the forge and is named", async () => {
  const broken = { ...double, "impl/run.mjs": toProgram("throw new Error('boom')") };
  await using bench = await openWorkbench({ capabilities: { double: broken, "double-twice": doubleTwice } });
  const outcome = await run(bench, "double-twice", { n: 3 });
  expect(outcome).toMatchObject({ ok: false, problem: { message: expect.stringContaining("Step first: double:") } });
});

test("a tool of one llm step needs no code", async () => {
  const { "impl/run.mjs": _code, ...codeless } = explain;
  await using bench = await openWorkbench({ capabilities: { explain: codeless }, models: makeModels('{"a": 1}') });
  expect(await run(bench, "explain", { word: "cat" })).toMatchObject({ ok: true, output: { a: 1 }, level: null });
});

test("cancel kills the process and stores the end before it resolves", async () => {
  const endless = { ...double, "impl/run.mjs": toProgram("setInterval(() => {}, 1000); await new Promise(() => {});") };
  await using bench = await openWorkbench({ capabilities: { double: endless } });
  const subject = { kind: "digest" as const, digest: bench.digests.get("double") ?? "" };
  const request = { source: "dry_run" as const, name: "double", subject, input: { n: 1 }, by: "ada" };
  const { executionId, done } = await bench.executions.start(request);
  for await (const { events } of bench.runs.follow(executionId, null, AbortSignal.timeout(10_000))) {
    if (events.some(({ type }) => type === "execution_frame")) break;
  }
  await bench.executions.cancel(executionId, "bob");
  expect(await bench.runs.get(executionId)).toMatchObject({ status: "cancelled" });
  expect(await done).toMatchObject({ ok: false, problem: { code: "E_CANCELLED" } });
  const { events } = await bench.runs.events(executionId, null, 100);
  expect(events.find(({ type, seq }) => type === "run_state" && seq > 2)?.payload).toMatchObject({ by: "bob" });
  await bench.executions.cancel(executionId, "bob");
});

test("a second process cancels what the first one runs", async () => {
  const endless = { ...double, "impl/run.mjs": toProgram("setInterval(() => {}, 1000); await new Promise(() => {});") };
  await using bench = await openWorkbench({ capabilities: { double: endless } });
  const other = await bench.reopen();
  const subject = { kind: "digest" as const, digest: bench.digests.get("double") ?? "" };
  const request = { source: "dry_run" as const, name: "double", subject, input: { n: 1 }, by: "ada" };
  const { executionId, done } = await bench.executions.start(request);
  await other.executions.cancel(executionId, "bob");
  expect(await done).toMatchObject({ ok: false, problem: { code: "E_CANCELLED" } });
});

test("a draft runs by hand and is refused to the command line and to loops", async () => {
  await using bench = await openWorkbench({ capabilities: { double }, drafts: ["double"] });
  expect(await run(bench, "double", { n: 1 })).toMatchObject({ ok: true });
  await expect(run(bench, "double", { n: 1 }, { source: "cli" })).rejects.toMatchObject({
    code: "draft_refused",
    next: expect.stringContaining("Review"),
  });
});

test("an editor's buffer runs as it is, marked as such", async () => {
  await using bench = await openWorkbench({});
  const subject = toBuffer(double);
  const { executionId, done } = await bench.executions.start({
    source: "dry_run",
    name: "double",
    subject,
    input: { n: 2 },
    by: "ada",
  });
  expect(await done).toMatchObject({ ok: true, output: { n: 4 } });
  const { events } = await bench.runs.events(executionId, null, 1);
  expect(events[0]?.payload).toMatchObject({ isBuffer: true, isTrusted: false });
});

test("a buffer whose contract is broken is refused with the place", async () => {
  await using bench = await openWorkbench({});
  const subject = toBuffer({ ...double, "CAPABILITY.yaml": "name: [" });
  const starting = bench.executions.start({ source: "dry_run", name: "double", subject, input: {}, by: "ada" });
  await expect(starting).rejects.toMatchObject({ code: "bad_input", details: { issues: expect.any(Array) } });
});

test("a repeated call within the contract's ttl is answered from the log and labelled", async () => {
  const once = { ...double, "CAPABILITY.yaml": `${double["CAPABILITY.yaml"]}idempotency: { ttl_ms: 60000 }\n` };
  await using bench = await openWorkbench({ capabilities: { double: once } });
  const first = await run(bench, "double", { n: 5 }, { source: "cli" });
  const second = await run(bench, "double", { n: 5 }, { source: "cli" });
  const other = await run(bench, "double", { n: 6 }, { source: "cli" });
  expect(second).toMatchObject({ ok: true, output: { n: 10 }, frames: 0 });
  expect(second.warnings[0]).toContain(first.executionId);
  expect(other.frames).toBeGreaterThan(0);
});

test("a large input is stored once, and its job frame says where", async () => {
  const count = {
    ...double,
    "CAPABILITY.yaml": "name: double\n",
    "impl/run.mjs": toProgram("return input.text.length;"),
  };
  await using bench = await openWorkbench({ capabilities: { double: count } });
  const outcome = await run(bench, "double", { text: "line\n".repeat(400_000) });
  expect(outcome).toMatchObject({ ok: true, output: 2_000_000 });
  const { events } = await bench.runs.events(outcome.executionId, null, 10);
  expect(events[0]).toMatchObject({ type: "execution_started", blob_size: expect.any(Number) });
  const job = events.find(({ type }) => type === "execution_frame")?.payload;
  expect(job).toMatchObject({ frame: { input: expect.stringContaining("execution_started") } });
});

test("secrets in input, output and log lines are masked before they are stored", async () => {
  const echo = {
    ...double,
    "CAPABILITY.yaml": "name: double\n",
    "impl/run.mjs": toProgram("console.error(input.key); return input;"),
  };
  await using bench = await openWorkbench({ capabilities: { double: echo } });
  const secret = "sk-abcdefghijklmnop12345";
  const outcome = await run(bench, "double", { key: secret, own: "configured-secret-key" });
  const stored = JSON.stringify(await bench.store.db.event.findMany({ select: { payload: true } }));
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain("configured-secret-key");
  expect(stored).toContain("sk-[masked]");
  expect(outcome.ok).toBe(true);
});

test("code logs by the service it declared: a line of its own execution, masked; undeclared it is denied", async () => {
  const chatty: Folder = {
    "CAPABILITY.yaml": "name: chatty\ndescription: Says a word.\nrequires: [logger]\n",
    "impl/run.mjs": toProgram(`
      const say = (method, input) => rpc({ service: "logger", method, input });
      await say("info", { message: "begins " + input.word, data: { password: "hunter22" } });
      await new Promise((resolve) => setTimeout(resolve, input.word.length * 10));
      const refused = await say("warn", { message: "x".repeat(3000) });
      await say("error", { message: "ends " + input.word });
      return { refused: refused.error };
    `),
  };
  const silent: Folder = { ...chatty, "CAPABILITY.yaml": "name: silent\ndescription: Says a word.\n" };
  await using bench = await openWorkbench({ capabilities: { chatty, silent } });
  const words = ["a", "bbbb", "cc", "dddddd", "e", "fff"];
  const outcomes = await Promise.all(words.map((word) => run(bench, "chatty", { word })));
  const logsOf = async (id: string) =>
    (await bench.runs.events(id, null, 100)).events
      .filter(({ type }) => type === "execution_log")
      .map(({ payload }) => payload);
  for (const [at, { executionId, output }] of outcomes.entries()) {
    expect(output).toEqual({ refused: expect.stringMatching(/^bad_input: message/) });
    expect(await logsOf(executionId)).toEqual([
      { line: `begins ${words[at]}`, level: "info", data: { password: "[masked]" } },
      { line: `ends ${words[at]}`, level: "error" },
    ]);
  }
  const denied = await run(bench, "silent", { word: "a" });
  expect(denied.output).toEqual({ refused: "service_not_required" });
  expect(await logsOf(denied.executionId)).toEqual([]);
  expect(bench.reported).toEqual([]);
  const usage = await bench.usage.find("chatty");
  expect(usage).toMatchObject({ calls: 6, failures: 0, matches: null });
  expect(usage.inputBytes).toBe(words.reduce((sum, word) => sum + JSON.stringify({ word }).length, 0));
  expect(usage.outputBytes).toBeGreaterThan(0);
});
