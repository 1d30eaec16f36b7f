import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventDraft, EventPlace, WireEvent } from "#server/loop/events";
import { claimLog } from "#server/store/leases";
import { insertLog } from "#server/store/logs";
import { openTestStore, type TestStore } from "#server/store/testing";
import { createEventLog, type EventLog } from "./event-log";
import { followLog } from "./follow";
import { createLiveBus, type LiveBus } from "./live-bus";
import { createMask } from "./mask-secrets";
import type { LogPosition } from "./runs";

const place: EventPlace = { turn: 0, task_id: "t", parent_task_id: "", span_id: "s", parent_span_id: "" };
const nobody = { owner: null };

type Bench = { store: TestStore; bus: LiveBus; log: EventLog };

async function makeBench(store: TestStore): Promise<Bench> {
  const bus = createLiveBus();
  return { store, bus, log: createEventLog({ store, bus, mask: createMask(), now: () => 1_764_500_000_000 }) };
}

async function makeRun({ store }: Bench, id: string): Promise<string> {
  await insertLog(store, { id, kind: "run", title: "q", status: "queued", source: "screen", startedBy: "ada" });
  return id;
}

const thought = (text: string, turn = 1): EventDraft => ({
  ...place,
  turn,
  type: "thought",
  payload: { thought: text },
});
const ending: EventDraft[] = [
  { ...place, type: "success_react_task", payload: { reason: "done" } },
  { ...place, type: "run_state", payload: { state: "completed" } },
  { ...place, type: "result", payload: { result: "ok", success: true, finished: true } },
];

async function collect(bench: Bench, id: string, after: LogPosition | null): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  for await (const batch of followLog(bench, { id, after }, AbortSignal.timeout(20_000))) events.push(...batch.events);
  return events;
}

test("what is appended is masked, numbered, answered and moves the head", async () => {
  await using store = await openTestStore();
  const bench = await makeBench(store);
  const id = await makeRun(bench, "r");
  const events = await bench.log.append(
    id,
    [thought("use sk-abcdefghijklmnopqrst", 4), { ...place, type: "run_state", payload: { state: "running" } }],
    nobody,
  );
  expect(events).toMatchObject([
    { run_id: "r", seq: 1, type: "thought", payload: { thought: "use sk-[masked]" } },
    { seq: 2, type: "run_state" },
  ]);
  expect(await bench.log.load(id)).toEqual(events);
  expect(await store.db.log.findUnique({ where: { id } })).toMatchObject({ status: "running", turns: 4, lastSeq: 2 });
});

test("a payload that breaks the list of payloads is stored nowhere", async () => {
  await using store = await openTestStore();
  const bench = await makeBench(store);
  const id = await makeRun(bench, "r");
  const broken = { ...thought("x"), payload: JSON.parse('{"thought": 1}') };
  await expect(bench.log.append(id, [thought("fine"), broken], nobody)).rejects.toThrow();
  expect(await bench.log.load(id)).toEqual([]);
});

test("readers pass over a type they do not know", async () => {
  await using store = await openTestStore();
  const bench = await makeBench(store);
  const id = await makeRun(bench, "r");
  await bench.log.append(id, [thought("a"), thought("b")], nobody);
  await store.db.$executeRawUnsafe("UPDATE Event SET type = 'from_the_future' WHERE seq = 1");
  expect((await bench.log.load(id)).map(({ seq }) => seq)).toEqual([2]);
  expect((await bench.log.read(id, 0, 10)).map(({ seq }) => seq)).toEqual([2]);
});

test("a screen gets a large payload as its digest", async () => {
  await using store = await openTestStore();
  const bench = await makeBench(store);
  const id = await makeRun(bench, "r");
  const live: WireEvent[] = [];
  bench.bus.subscribe(id, (events) => live.push(...events));
  await bench.log.append(id, [thought("x".repeat(20_000))], nobody);
  const [stored] = await bench.log.read(id, 0, 1);
  expect(stored).not.toHaveProperty("payload");
  expect(stored?.blob_size).toBeGreaterThan(20_000);
  expect(live).toEqual([stored]);
});

test("a follower from another copy of the log starts from 0", async () => {
  await using store = await openTestStore();
  const bench = await makeBench(store);
  const id = await makeRun(bench, "r");
  await bench.log.append(id, [thought("a"), ...ending], nobody);
  expect(await collect(bench, id, { epoch: "other", seq: 3 })).toHaveLength(4);
  expect(await collect(bench, id, { epoch: store.epoch, seq: 3 })).toHaveLength(1);
  expect(await collect(bench, id, { epoch: store.epoch, seq: 4 })).toEqual([]);
});

test("events of another process are found without the bus", async () => {
  await using store = await openTestStore();
  const bench = await makeBench(store);
  const id = await makeRun(bench, "r");
  const following = collect(bench, id, null);
  const elsewhere = createEventLog({ store, bus: createLiveBus(), mask: createMask(), now: Date.now });
  await elsewhere.append(id, [thought("a"), ...ending], nobody);
  expect((await following).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

test("following an unknown run is refused, and an abort ends following", async () => {
  await using store = await openTestStore();
  const bench = await makeBench(store);
  await expect(collect(bench, "nobody", null)).rejects.toMatchObject({ code: "not_found" });
  const id = await makeRun(bench, "r");
  const abort = new AbortController();
  const batches = followLog(bench, { id, after: null }, abort.signal);
  expect((await batches.next()).value).toMatchObject({ events: [], summary: { status: "queued" } });
  const waiting = batches.next();
  abort.abort();
  expect((await waiting).done).toBe(true);
});

test("every follower ends equal to the log, whenever it joins and whatever is appended meanwhile", async () => {
  await using store = await openTestStore();
  const bench = await makeBench(store);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ size: fc.integer({ min: 1, max: 40 }), joins: fc.integer({ min: 0, max: 3 }), from: fc.nat(50) }),
        {
          maxLength: 12,
        },
      ),
      async (steps) => {
        const id = await makeRun(bench, `run ${round++}`);
        let count = 0;
        const followers: { from: number; events: Promise<WireEvent[]> }[] = [];
        for (const { size, joins, from } of steps) {
          for (let join = 0; join < joins; join++) {
            const seq = Math.min(from, count);
            followers.push({ from: seq, events: collect(bench, id, { epoch: store.epoch, seq }) });
          }
          const drafts = Array.from({ length: size }, () => thought(`thought ${++count}`));
          const appended = bench.log.append(id, drafts, nobody);
          if (size % 2 === 0) await appended;
          else await nextTick();
        }
        await bench.log.append(id, ending, nobody);
        const stored = await bench.log.read(id, 0, 10_000);
        expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
        for (const { from, events } of followers) expect(await events).toEqual(stored.slice(from));
      },
    ),
    { numRuns: 25 },
  );
});

const HOLD_LOCK = `
  const { createRequire } = require("node:module");
  const Database = createRequire(process.argv[1])("libsql");
  const db = new Database(process.argv[2]);
  db.exec("BEGIN IMMEDIATE");
  console.log("locked");
  setTimeout(() => { db.exec("COMMIT"); db.close(); }, 4000);
`;

test("another process holds the write lock for 4 s while 1,000 events stream: none lost, no error, the run stays ours", async () => {
  await using store = await openTestStore();
  const bench = await makeBench(store);
  const id = await makeRun(bench, "r");
  const now = new Date();
  await claimLog(store, id, { ownerId: "me", now, expiresAt: new Date(now.getTime() + 1_000) });
  const owner = { owner: { id: "me", leaseExpiresAt: new Date(now.getTime() + 1_000) } };
  const following = collect(bench, id, null);
  const libsql = join(process.cwd(), "node_modules", "@libsql", "client", "package.json");
  const child = spawn(process.execPath, ["-e", HOLD_LOCK, libsql, store.file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const appends = Array.from({ length: 100 }, (_, batch) =>
    bench.log.append(
      id,
      Array.from({ length: 10 }, (_, index) => thought(`${batch * 10 + index}`)),
      owner,
    ),
  );
  await Promise.all(appends);
  await bench.log.append(id, ending, owner);
  const events = await following;
  expect(events).toHaveLength(1_003);
  expect(events.slice(0, 1_000).map(({ payload }) => payload)).toEqual(
    Array.from({ length: 1_000 }, (_, index) => ({ thought: `${index}` })),
  );
});
