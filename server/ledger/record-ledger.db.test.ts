import { readdirSync, readFileSync, statSync } from "node:fs";
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
};

test("a record is a row and a line in the file of its UTC day, in the names pi reads", async () => {
  await using store = await openTestStore();
  const folder = join(store.folder, "ledger");
  const ledger = createLedger({ store, folder });
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
  });
  expect((await ledger.find("execution_1"))[0]).toEqual(record);
});
