import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { getCallContext, runInContext } from "#server/call-context";
import type { JsonObject } from "#server/capability/json";
import type { WireEvent } from "#server/loop/events";
import type { Models } from "#server/model/model";
import type { HostService } from "#server/registry/host-services/host-service";
import { makeHostTool } from "#server/registry/testing";
import { findLedger } from "#server/store/ledger-rows";
import type { HostTool, HostToolResult } from "#server/tools/host-tool";
import { openWorkbench, toWordCount, type Workbench } from "./testing";

/** Calls these tools one after the other and ends; `before` is awaited before each answer, when the turn has begun. */
function makeCallingModels(names: readonly string[], before: (at: number) => Promise<unknown> = async () => undefined) {
  const asked = new Map<string, number>();
  const models: Models = {
    current: () => ({ label: "scripted", isPlanner: false }),
    async ask() {
      const { runId = "" } = getCallContext();
      const at = asked.get(runId) ?? 0;
      asked.set(runId, at + 1);
      await before(at);
      const name = names[at];
      const action = name
        ? { "@action": "directly_call_tool", directly_call_tool_name: name, directly_call_tool_params: {} }
        : { "@action": "directly_answer", answer_payload: "Done." };
      const usage = { inputTokens: 1, outputTokens: 1, costUsd: null };
      return {
        kind: "ok",
        text: JSON.stringify(action),
        finishReason: "stop",
        usage,
        durationMs: 1,
        model: "scripted",
      };
    },
    test: async () => ({ ok: true, durationMs: 0, text: "" }),
    connect: () => undefined,
  };
  return models;
}

async function ask({ runs }: Workbench, message = "Use the tool."): Promise<{ id: string; events: WireEvent[] }> {
  const { id } = await runs.start({ message, allowDrafts: false, by: "ada" });
  const events: WireEvent[] = [];
  for await (const batch of runs.follow(id, null, AbortSignal.timeout(20_000))) events.push(...batch.events);
  return { id, events };
}

function payloadsOf(events: readonly WireEvent[], type: WireEvent["type"]): JsonObject[] {
  return events.filter((event) => event.type === type).map(({ payload }) => payload as JsonObject);
}

const run =
  (result: unknown): HostTool["run"] =>
  async () =>
    result as HostToolResult;

describe("whatever a host tool does is a result, and the run goes on to its answer", () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  test.each<[string, Partial<HostTool>, { code: string; message: RegExp }]>([
    [
      "it throws",
      {
        run: () => {
          throw new TypeError("x is not a function");
        },
      },
      { code: "internal", message: /^x is not a function$/ },
    ],
    ["it rejects with no error at all", { run: () => Promise.reject("nope") }, { code: "internal", message: /^nope$/ }],
    ["it answers nothing", { run: run(undefined) }, { code: "E_OUTPUT_SCHEMA", message: /no result/ }],
    [
      "it answers a date",
      { run: run({ kind: "ok", output: new Date(0) }) },
      { code: "E_OUTPUT_SCHEMA", message: /no result/ },
    ],
    [
      "it answers a bigint",
      { run: run({ kind: "ok", output: 1n }) },
      { code: "E_OUTPUT_SCHEMA", message: /no result/ },
    ],
    [
      "it answers NaN",
      { run: run({ kind: "ok", output: { n: Number.NaN } }) },
      { code: "E_OUTPUT_SCHEMA", message: /no result/ },
    ],
    ["it answers a ring", { run: run({ kind: "ok", output: cycle }) }, { code: "internal", message: /circular/ }],
    [
      "it breaks its own output schema",
      { outputSchema: { type: "object", required: ["sum"] }, run: run({ kind: "ok", output: {} }) },
      { code: "E_OUTPUT_SCHEMA", message: /does not fit the contract's schema/ },
    ],
    [
      "it fails as it should",
      { run: run({ kind: "failed", problem: { code: "not_found", message: "No such file." } }) },
      { code: "not_found", message: /^No such file\.$/ },
    ],
  ])("%s", async (_, changes, problem) => {
    await using bench = await openWorkbench({ models: makeCallingModels(["shaky"]) });
    await bench.registry.registerHostTool(makeHostTool("shaky", changes));
    const { id, events } = await ask(bench);
    expect(payloadsOf(events, "tool_call_error")).toMatchObject([
      { problem: { code: problem.code, message: expect.stringMatching(problem.message) } },
    ]);
    expect(await bench.runs.get(id)).toMatchObject({ status: "completed" });
  });
});

test("a cancel ends a call whose tool does not listen", async () => {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  await using bench = await openWorkbench({ models: makeCallingModels(["deaf"]) });
  const deaf: HostTool["run"] = () => {
    begin();
    return new Promise(() => undefined);
  };
  await bench.registry.registerHostTool(makeHostTool("deaf", { run: deaf }));
  const asking = ask(bench);
  await begun;
  const [{ id = "" } = {}] = (await bench.runs.list({ kind: "run", limit: 1 })).runs;
  await bench.runs.cancel(id, "ada");
  const { events } = await asking;
  expect(payloadsOf(events, "tool_call_user_cancel")).toHaveLength(1);
  expect(await bench.runs.get(id)).toMatchObject({ status: "cancelled" });
});

test("a tool that goes in mid-turn answers disabled; one that came is there in the next turn", async () => {
  const models = makeCallingModels(["leaving", "coming"], async (at) => {
    if (at !== 0) return;
    await bench.registry.unregisterHostTool("leaving");
    await bench.registry.registerHostTool(makeHostTool("coming"));
  });
  await using bench = await openWorkbench({ models });
  await bench.registry.registerHostTool(makeHostTool("leaving"));
  const { id, events } = await ask(bench);
  expect(payloadsOf(events, "tool_call_error")).toMatchObject([
    { problem: { code: "disabled", message: "leaving was removed or replaced while this turn ran." } },
  ]);
  expect(payloadsOf(events, "tool_call_result")).toMatchObject([{ result: "coming" }]);
  expect(await bench.runs.get(id)).toMatchObject({ status: "completed" });
});

test("each call is in the ledger with its bytes and whom it was for, and adds up to the tool's usage", async () => {
  let calls = 0;
  const run: HostTool["run"] = async () => {
    calls += 1;
    if (calls === 2) throw new Error("busy");
    return { kind: "ok", output: "äöü" };
  };
  await using bench = await openWorkbench({
    models: makeCallingModels(["tally", "tally", "tally"]),
    capabilities: { "word-count": toWordCount() },
  });
  await bench.registry.registerHostTool(makeHostTool("tally", { run }));
  const { id } = await runInContext({ requestId: "request_1", sessionId: "session_1" }, () =>
    ask(bench, "Use tally to count the words of a text."),
  );
  const usage = await bench.usage.find("tally");
  expect(usage).toMatchObject({ calls: 3, failures: 1, inputBytes: 6, outputBytes: 16 });
  expect(usage.lastAt).toBeInstanceOf(Date);
  expect(usage.load).toEqual({ at: expect.any(Number), ms: expect.any(Number) });
  expect(usage.matches?.matches).toBeGreaterThan(0);
  expect([...(await bench.usage.findMatches()).keys()]).toContain("word-count");
  const records = await findLedger(bench.store, id);
  expect(
    records.filter(({ kind }) => kind === "host_call").map(({ ok, requestId, error }) => [ok, requestId, error]),
  ).toEqual([
    [true, "request_1", null],
    [false, "request_1", "internal"],
    [true, "request_1", null],
  ]);
  expect(records.filter(({ kind }) => kind === "model_call").every(({ requestId }) => requestId === "request_1")).toBe(
    true,
  );
  expect(await bench.usage.find("word-count")).toMatchObject({ calls: 0, lastAt: null, durationMs: { p50: null } });
});

test("50 runs at once, of two sessions: what a tool logs names its own run and request, always", async () => {
  let logger: HostService = {};
  const chatty = makeHostTool("chatty", {
    requires: ["logger"],
    onLoad: async ({ getService }) => {
      logger = getService("logger");
    },
    async run(_input, _context, signal) {
      const before = getCallContext();
      await setTimeout((before.runId?.charCodeAt(5) ?? 0) % 9);
      await logger.info?.call({ message: `for ${before.requestId} in ${before.runId}` }, signal);
      return { kind: "ok", output: null };
    },
  });
  await using bench = await openWorkbench({ models: makeCallingModels(["chatty", "chatty"]) });
  await bench.registry.registerHostTool(chatty);
  const ids = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      runInContext({ requestId: `request_${at}`, sessionId: `session_${at % 2}` }, async () => (await ask(bench)).id),
    ),
  );
  const lines = bench.reported.filter((line) => line.startsWith("[info] chatty: "));
  const lineOf = (id: string, at: number) =>
    new RegExp(
      `^\\[info\\] chatty: for request_${at} in ${id} runId=${id} callId=\\S+ sessionId=session_${at % 2} requestId=request_${at}$`,
    );
  expect(lines).toHaveLength(100);
  for (const [at, id] of ids.entries()) expect(lines.filter((line) => lineOf(id, at).test(line))).toHaveLength(2);
});
