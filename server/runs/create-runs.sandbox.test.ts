import { expect, test } from "vitest";
import type { RunState, WireEvent } from "#server/loop/events";
import { claimLog } from "#server/store/leases";
import { insertLog } from "#server/store/logs";
import {
  DEFAULT_LOOP,
  type Folder,
  makeHangingModels,
  openWorkbench,
  QUESTION,
  toWordCount,
  type Workbench,
} from "./testing";

const profile = toWordCount();
const slow = toWordCount("await new Promise((resolve) => setTimeout(resolve, 60_000)); return {};");

async function start(
  { runs }: Pick<Workbench, "runs">,
  change: Partial<Parameters<Workbench["runs"]["start"]>[0]> = {},
) {
  const { id } = await runs.start({ message: QUESTION, allowDrafts: false, by: "ada", ...change });
  return id;
}

/** Follows a log until its end, or until `isEnough`. */
async function follow(
  { runs }: Pick<Workbench, "runs">,
  id: string,
  isEnough: (events: readonly WireEvent[], status: RunState) => boolean = () => false,
): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  for await (const batch of runs.follow(id, null, AbortSignal.timeout(20_000))) {
    events.push(...batch.events);
    if (isEnough(events, batch.summary.status)) break;
  }
  return events;
}

const hasType = (type: string) => (events: readonly WireEvent[]) => events.some((event) => event.type === type);
const typesOf = (events: readonly WireEvent[]) => events.map(({ type }) => type);
const started = (type: string, events: readonly WireEvent[]) => events.filter((event) => event.type === type);

test("a question runs to its answer through a capability, and the log tells it in order", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": profile } });
  const id = await start(bench);
  const events = await follow(bench, id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(typesOf(events).slice(0, 3)).toEqual(["run_started", "run_state", "run_state"]);
  expect(typesOf(events).slice(-3)).toEqual(["success_react_task", "run_state", "result"]);
  const result = started("tool_call_result", events)[0]?.payload;
  expect(result).toMatchObject({ result: { words: expect.any(Number) }, executionId: expect.any(String) });
  const summary = await bench.runs.get(id);
  expect(summary).toMatchObject({ status: "completed", kind: "run", title: QUESTION, focusMode: "default" });
  expect(summary.turns).toBeGreaterThan(0);
  const { runs } = await bench.runs.list({ kind: "execution", limit: 5 });
  expect(runs).toMatchObject([{ parentId: id, title: "word-count", source: "loop", status: "completed" }]);
  expect(bench.reported).toEqual([]);
});

test("ten followers of one run all see the same log", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": profile } });
  const id = await start(bench);
  const seen = await Promise.all(Array.from({ length: 10 }, () => follow(bench, id)));
  const { events } = await bench.runs.events(id, null, 1_000);
  for (const mine of seen) expect(mine).toEqual(events);
});

test("a loop refuses a draft and says why; with allow drafts it runs, marked on every turn", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": profile }, drafts: ["word-count"] });
  const refused = await follow(bench, await start(bench));
  expect(JSON.stringify(refused)).toContain("draft_refused");
  expect(typesOf(refused)).not.toContain("tool_call_result");
  const allowed = await follow(bench, await start(bench, { allowDrafts: true }));
  expect(typesOf(allowed)).toContain("tool_call_result");
  for (const { payload } of started("turn_started", allowed)) expect(payload).toMatchObject({ draftsAllowed: true });
});

test("cancel stops the running child and resolves when the terminal event is stored", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": slow } });
  const id = await start(bench);
  await follow(bench, id, hasType("tool_call_param"));
  await bench.runs.cancel(id, "bob");
  expect(await bench.runs.get(id)).toMatchObject({ status: "cancelled" });
  const events = await follow(bench, id);
  expect(typesOf(events).slice(-3)).toEqual(["fail_react_task", "run_state", "result"]);
  const { runs } = await bench.runs.list({ kind: "execution", limit: 5 });
  for (const execution of runs) expect(execution.status).toBe("cancelled");
  await bench.runs.cancel(id, "bob");
  expect((await bench.runs.get(id)).lastSeq).toBe(events.length);
});

test("a second process cancels a run of the first", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": slow } });
  const other = await bench.reopen();
  const id = await start(bench);
  await follow(bench, id, hasType("tool_call_param"));
  await other.runs.cancel(id, "bob");
  expect(await other.runs.get(id)).toMatchObject({ status: "cancelled" });
});

test.each([1, 2, 3])(
  "a server that stops during model call %i leaves the run interrupted; resume repeats only that call",
  async (call) => {
    const models = makeHangingModels(call);
    await using bench = await openWorkbench({ capabilities: { "word-count": profile }, models });
    const id = await start(bench);
    await follow(bench, id, (events) => started("model_request", events).length === call);
    await bench.stop();
    expect(await bench.runs.get(id)).toMatchObject({ status: "interrupted" });
    const before = (await bench.runs.events(id, null, 1_000)).events;

    const counting = makeHangingModels(Number.POSITIVE_INFINITY);
    const next = await bench.reopen({ models: counting });
    await next.runs.resume(id, "bob");
    const after = await follow(next, id);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(await next.runs.get(id)).toMatchObject({ status: "completed" });
    const requests = started("model_request", after).length;
    expect(started("model_result", after)).toHaveLength(requests);
    expect(counting.asked).toHaveLength(requests - call + 1);
    expect(started("tool_call_result", after)).toHaveLength(1);
    const { total } = await next.runs.list({ kind: "execution", limit: 5 });
    expect(total).toBe(1);
    await expect(next.runs.resume(id, "bob")).rejects.toMatchObject({ code: "conflict" });
    expect(bench.reported).toEqual([]);
  },
);

test("a server that stops while a capability runs: resume runs that call again and finishes", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": profile } });
  const id = await start(bench);
  await follow(bench, id, hasType("tool_call_param"));
  await bench.stop();
  const { status } = await bench.runs.get(id);
  const next = await bench.reopen();
  // The capability may have been quicker than the stop; then there is nothing to resume.
  if (status === "interrupted") await next.runs.resume(id, "bob");
  const events = await follow(next, id);
  expect(await next.runs.get(id)).toMatchObject({ status: "completed" });
  expect(started("tool_call_result", events)).toHaveLength(1);
});

test("an interrupted run can be cancelled for good", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": profile }, models: makeHangingModels(1) });
  const id = await start(bench);
  await follow(bench, id, hasType("model_request"));
  await bench.stop();
  const next = await bench.reopen();
  await next.runs.cancel(id, "bob");
  expect(typesOf(await follow(next, id)).slice(-3)).toEqual(["fail_react_task", "run_state", "result"]);
  expect(await next.runs.get(id)).toMatchObject({ status: "cancelled" });
});

test("a process that died leaves its run to be interrupted by the next, its executions failed", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": profile } });
  const dead = { ownerId: "dead", now: new Date(), expiresAt: new Date(Date.now() + 300) };
  const id = "run_of_the_dead";
  for (const [log, kind] of [
    [id, "run"],
    ["execution_of_the_dead", "execution"],
  ] as const) {
    await insertLog(bench.store, { id: log, kind, title: "q", status: "running", source: "person", startedBy: "ada" });
    await claimLog(bench.store, log, dead);
  }
  await follow(bench, id, (_events, status) => status === "interrupted");
  const events = await follow(bench, "execution_of_the_dead");
  expect(typesOf(events)).toEqual(["execution_finished", "run_state", "result"]);
  expect(await bench.runs.get("execution_of_the_dead")).toMatchObject({ status: "failed" });
});

test("a run waits its turn when all places are taken, and still runs", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": profile } });
  const ids = await Promise.all(Array.from({ length: 12 }, () => start(bench)));
  await Promise.all(ids.map((id) => follow(bench, id)));
  for (const id of ids) expect(await bench.runs.get(id)).toMatchObject({ status: "completed" });
  expect(bench.reported).toEqual([]);
});

test.each([
  ["an empty question", { message: "  " }, "bad_input"],
  ["an unknown focus mode", { focusMode: "nowhere" }, "bad_input"],
  ["a question of a million characters", { message: "x".repeat(1_000_000) }, "too_large"],
])("%s starts nothing", async (_name, change, code) => {
  await using bench = await openWorkbench({});
  await expect(start(bench, change)).rejects.toMatchObject({ code, next: expect.any(String) });
  expect((await bench.runs.list({ limit: 5 })).total).toBe(0);
});

test("a greeting is answered without a capability", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": profile, default: DEFAULT_LOOP } });
  const events = await follow(bench, await start(bench, { message: "hello" }));
  expect(events[0]?.payload).toMatchObject({ tier: "greeting", isPlanner: true });
  expect(typesOf(events)).not.toContain("tool_call_start");
  expect(typesOf(events).at(-1)).toBe("result");
});

test("cases run one after the other, a bad line among them, llm steps scripted", async () => {
  const counting: Folder = {
    ...profile,
    "cases.jsonl": `{"name": "three", "input": {"text": "a b c"}, "expect": {"words": 3}}
{"name": "wrong", "input": {"text": "a b c"}, "expect": {"words": 4}}
{"name": "refused", "input": {}, "expect": {}}
oops
`,
  };
  await using bench = await openWorkbench({ capabilities: { "word-count": counting }, drafts: ["word-count"] });
  const subject = { kind: "digest" as const, digest: bench.digests.get("word-count") ?? "" };
  const results = [];
  for await (const result of bench.cases.run({ name: "word-count", subject, by: "ada" })) results.push(result);
  expect(results).toMatchObject([
    { name: "three", kind: "passed", line: 1, executionId: expect.any(String) },
    { name: "wrong", kind: "failed", differences: ["words is 3; the case expects 4."] },
    { name: "refused", kind: "failed", problem: { code: "E_INPUT_SCHEMA" } },
    { name: "line 4", kind: "broken", line: 4, executionId: null },
  ]);
});

test("a capability without a case file is refused with the way to one", async () => {
  await using bench = await openWorkbench({ capabilities: { "word-count": profile } });
  const subject = { kind: "digest" as const, digest: bench.digests.get("word-count") ?? "" };
  const cases = bench.cases.run({ name: "word-count", subject, by: "ada" });
  await expect(cases.next()).rejects.toMatchObject({ code: "bad_input", next: expect.stringContaining("cases.jsonl") });
});
