import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { loadBlob } from "./blobs";
import { type AppendRequest, appendEvents, INLINE_BYTES_MAX, loadEvents } from "./events";
import { askCancel, claimLog, claimNextRun, findExpired, releaseLease, renewLeases } from "./leases";
import { findLog, findLogs, getLog, insertLog, type NewLog } from "./logs";
import type { EventRow } from "./rows";
import type { Store } from "./store";
import { openTestStore } from "./testing";

const now = new Date("2026-11-30T12:00:00Z");
const later = new Date("2026-11-30T12:00:06Z");
const muchLater = new Date("2026-11-30T12:01:00Z");

async function makeLog(store: Store, change: Partial<NewLog> = {}): Promise<string> {
  const id = change.id ?? randomUUID();
  await insertLog(store, {
    id,
    kind: "run",
    title: "why",
    status: "queued",
    source: "screen",
    startedBy: "ada",
    ...change,
  });
  return id;
}

function makeRow(payload: unknown, change: Partial<EventRow> = {}): EventRow {
  return {
    type: "stream",
    turn: 1,
    task_id: "t",
    parent_task_id: "",
    span_id: "s",
    parent_span_id: "",
    payload,
    json: JSON.stringify(payload),
    ...change,
  };
}

function makeAppend(runId: string, change: Partial<AppendRequest> = {}): AppendRequest {
  return { runId, ownerId: null, rows: [makeRow({ n: 1 })], ts: now.getTime(), ...change };
}

test("events count from 1 in each log and come back as they were", async () => {
  await using store = await openTestStore();
  const [first, second] = [await makeLog(store), await makeLog(store)];
  const rows = [makeRow({ text: "\u0000 日本 \u{1f600}" }, { call_id: "c1" }), makeRow([1, null, { a: "b" }])];
  const stored = await appendEvents(store, makeAppend(first, { rows, status: "running", turns: 3 }));
  await appendEvents(store, makeAppend(second));
  await appendEvents(store, makeAppend(first));
  expect(stored.map(({ seq }) => seq)).toEqual([1, 2]);
  const loaded = await loadEvents(store, first, { afterSeq: 0, limit: 10, withBlobs: true });
  expect(loaded.slice(0, 2)).toEqual(stored);
  expect(loaded.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(await getLog(store, first)).toMatchObject({ lastSeq: 3, status: "running", turns: 3, updatedAt: now });
  expect(await loadEvents(store, first, { afterSeq: 1, limit: 1, withBlobs: false })).toMatchObject([{ seq: 2 }]);
});

test("a payload over 16 KiB is a blob, fetched on demand", async () => {
  await using store = await openTestStore();
  const id = await makeLog(store);
  const large = { text: "é".repeat(INLINE_BYTES_MAX / 2) };
  const [event] = await appendEvents(store, makeAppend(id, { rows: [makeRow(large)] }));
  expect(event).toMatchObject({ payload: large, blob_size: Buffer.byteLength(JSON.stringify(large)) });
  const [thin] = await loadEvents(store, id, { afterSeq: 0, limit: 1, withBlobs: false });
  expect(thin).toMatchObject({ blob_digest: event?.blob_digest, blob_size: event?.blob_size });
  expect(thin).not.toHaveProperty("payload");
  const [whole] = await loadEvents(store, id, { afterSeq: 0, limit: 1, withBlobs: true });
  expect(whole).toMatchObject({ payload: large });
  const bytes = await loadBlob(store, event?.blob_digest ?? "");
  expect(JSON.parse(Buffer.from(bytes ?? []).toString())).toEqual(large);
});

test("thousands of events in one append keep their order", async () => {
  await using store = await openTestStore();
  const id = await makeLog(store);
  const rows = Array.from({ length: 5_001 }, (_, index) => makeRow({ index }));
  await appendEvents(store, makeAppend(id, { rows }));
  const loaded = await loadEvents(store, id, { afterSeq: 0, limit: 10_000, withBlobs: true });
  expect(loaded.map(({ payload }) => payload)).toEqual(rows.map(({ payload }) => payload));
});

test("only the owner appends; who lost the log learns it and writes nothing", async () => {
  await using store = await openTestStore();
  const id = await makeLog(store);
  await claimLog(store, id, { ownerId: "a", now, expiresAt: later });
  await appendEvents(store, makeAppend(id, { ownerId: "a" }));
  await expect(appendEvents(store, makeAppend(id, { ownerId: "b" }))).rejects.toMatchObject({ code: "lease_lost" });
  await expect(appendEvents(store, makeAppend(id))).rejects.toMatchObject({ code: "lease_lost" });
  expect(await claimLog(store, id, { ownerId: "b", now, expiresAt: later })).toBeNull();
  expect(await claimLog(store, id, { ownerId: "b", now: muchLater, expiresAt: muchLater })).toMatchObject({
    ownerId: "b",
  });
  await expect(appendEvents(store, makeAppend(id, { ownerId: "a" }))).rejects.toMatchObject({ code: "lease_lost" });
  expect((await getLog(store, id)).lastSeq).toBe(1);
});

test("an ended log that nobody owns takes no more events", async () => {
  await using store = await openTestStore();
  const id = await makeLog(store);
  await appendEvents(store, makeAppend(id, { status: "completed" }));
  await expect(appendEvents(store, makeAppend(id))).rejects.toMatchObject({ code: "lease_lost" });
  await expect(appendEvents(store, makeAppend("nobody"))).rejects.toMatchObject({ code: "not_found" });
});

test("a queued run is taken once, oldest first, and executions never", async () => {
  await using store = await openTestStore();
  await makeLog(store, { kind: "execution" });
  const ids = [await makeLog(store), await makeLog(store)];
  const claims = await Promise.all(
    ["a", "b", "c"].map((ownerId) => claimNextRun(store, { ownerId, now, expiresAt: later })),
  );
  expect(claims.map((log) => log?.id ?? null)).toEqual([...ids, null]);
});

test("renewing answers what is still held and what a person wants cancelled", async () => {
  await using store = await openTestStore();
  const [first, second] = [await makeLog(store), await makeLog(store)];
  for (const id of [first, second]) await claimLog(store, id, { ownerId: "a", now, expiresAt: later });
  await askCancel(store, second);
  const held = await renewLeases(store, "a", muchLater);
  expect(new Map(held.map(({ id, isCancelAsked }) => [id, isCancelAsked]))).toEqual(
    new Map([
      [first, false],
      [second, true],
    ]),
  );
  await releaseLease(store, first, "b");
  await releaseLease(store, second, "a");
  expect((await renewLeases(store, "a", muchLater)).map(({ id }) => id)).toEqual([first]);
  await expect(askCancel(store, "nobody")).rejects.toMatchObject({ code: "not_found" });
});

test("a running log is expired when nobody holds it or its time is over", async () => {
  await using store = await openTestStore();
  const held = await makeLog(store, { status: "running", ownerId: "a", leaseExpiresAt: later });
  const orphan = await makeLog(store, { status: "running" });
  await makeLog(store, { status: "completed" });
  expect((await findExpired(store, now)).map(({ id }) => id)).toEqual([orphan]);
  expect((await findExpired(store, muchLater)).map(({ id }) => id)).toEqual([held, orphan]);
});

test("logs are listed newest first, page by page, with a total", async () => {
  await using store = await openTestStore();
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.push(await makeLog(store, { title: `question ${index}` }));
  await makeLog(store, { kind: "execution", title: "csv-profile", status: "completed" });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await findLogs(store, { kind: "run", limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.total).toBe(5);
    seen.push(...page.logs.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(seen)).toEqual(new Set(ids));
  expect(seen).toHaveLength(5);
  expect((await findLogs(store, { title: "csv", limit: 5 })).logs).toMatchObject([{ kind: "execution" }]);
  expect((await findLogs(store, { status: "completed", limit: 5 })).total).toBe(1);
  expect(await findLog(store, "nobody")).toBeNull();
  await expect(makeLog(store, { id: seen[0] ?? "" })).rejects.toMatchObject({ code: "conflict" });
});
