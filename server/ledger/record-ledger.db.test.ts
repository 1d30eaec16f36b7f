import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LedgerRecord } from "#server/store/rows";
import { openTestStore } from "#server/store/testing";
import { createLedger } from "./record-ledger";

const record: LedgerRecord = {
  at: new Date("2026-11-30T23:59:59.500Z"),
  kind: "execution",
  runId: "execution_1",
  capability: "log-triage",
  digest: "d",
  model: null,
  level: "os",
  ok: false,
  durationMs: 12,
  llmCalls: 1,
  cacheHits: 1,
  inputTokens: 3,
  outputTokens: 4,
  costUsd: null,
  error: "E_TIMEOUT: too slow",
  inputBytes: 20,
  outputBytes: 30,
  requestId: null,
};

test("a record is a row and a line in the file of its UTC day, in the names pi reads", async () => {
  await using store = await openTestStore();
  const folder = join(store.folder, "ledger");
  const reported: string[] = [];
  const ledger = createLedger({ store, folder, report: (line) => reported.push(line) });
  await ledger.record(record);
  await ledger.record({ ...record, at: new Date("2026-12-01T00:00:00Z"), level: null, error: null, ok: true });
  expect(readdirSync(folder)).toEqual(["2026-11-30.jsonl", "2026-12-01.jsonl"]);
  expect(statSync(join(folder, "2026-11-30.jsonl")).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(folder, "2026-11-30.jsonl"), "utf8"))).toEqual({
    ts: "2026-11-30T23:59:59.500Z",
    capability: "log-triage",
    impl: "code",
    ok: false,
    durationMs: 12,
    llmCalls: 1,
    cacheHits: 1,
    tokens: { input: 3, output: 4 },
    costUsd: null,
    error: "E_TIMEOUT: too slow",
    sessionId: "execution_1",
    kind: "execution",
    digest: "d",
    model: null,
    level: "os",
    bytes: { input: 20, output: 30 },
    requestId: null,
  });
  expect((await ledger.find("execution_1"))[0]).toEqual(record);
});

test("what is queued is stored together, in order, and settled before the store closes", async () => {
  await using store = await openTestStore();
  const ledger = createLedger({ store, folder: join(store.folder, "ledger"), report: (line) => expect(line).toBe("") });
  for (let call = 0; call < 3; call++) ledger.queue({ ...record, kind: "host_call", runId: "run_1", durationMs: call });
  await ledger.settle();
  expect((await ledger.find("run_1")).map(({ kind, durationMs }) => [kind, durationMs])).toEqual([
    ["host_call", 0],
    ["host_call", 1],
    ["host_call", 2],
  ]);
  expect(
    readFileSync(join(store.folder, "ledger", "2026-11-30.jsonl"), "utf8")
      .trim()
      .split("\n"),
  ).toHaveLength(3);
});

test("queued lines that cannot be written are reported, and the next ones are stored", async () => {
  await using store = await openTestStore();
  const folder = join(store.folder, "ledger");
  writeFileSync(folder, "in the way");
  const reported: string[] = [];
  const ledger = createLedger({ store, folder, report: (line) => reported.push(line) });
  ledger.queue(record);
  await ledger.settle();
  expect(reported).toEqual([expect.stringContaining("1 ledger lines were not written")]);
  rmSync(folder);
  ledger.queue(record);
  await ledger.settle();
  expect(reported).toHaveLength(1);
});
