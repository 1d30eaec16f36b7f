import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadBlob, saveBlob } from "./blobs";
import { openConnection } from "./connection";
import { findLedger, findUsage } from "./ledger-rows";
import { ensureMeta } from "./meta";
import { findPrismaFolder, loadMigrations, migrate } from "./migrate";
import { openStore } from "./open-store";
import { openTestStore } from "./testing";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-open-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a new file is made with its folder, private to its owner, in WAL mode", async () => {
  const file = join(makeFolder(), "state", "capstan.db");
  const lines: string[] = [];
  await using store = await openStore({ file, log: (line) => lines.push(line) });
  await saveBlob(store, Buffer.from("a"));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  expect(lines).toHaveLength(1);
  const [{ journal_mode: mode } = { journal_mode: "" }] = await store.db.$queryRaw<
    { journal_mode: string }[]
  >`PRAGMA journal_mode`;
  expect(mode).toBe("wal");
});

test("the migrations agree with the schema", async () => {
  const file = join(makeFolder(), "capstan.db");
  await migrate(file);
  const { openSchemaEngine } = await import("./schema-engine");
  const { readFileSync } = await import("node:fs");
  const content = readFileSync(join(findPrismaFolder(), "schema.prisma"), "utf8");
  const files = [{ path: "schema.prisma", content }];
  const engine = await openSchemaEngine(file, content);
  const { stdout } = await engine.diff({
    from: { tag: "schemaDatasource", files, configDir: "." },
    to: { tag: "schemaDatamodel", files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  engine.free();
  expect(stdout).toMatch(/empty migration/);
});

test("of five that open a new file at once one migrates it, and all of them use it", async () => {
  const file = join(makeFolder(), "capstan.db");
  const lines: string[] = [];
  const stores = await Promise.all(
    Array.from({ length: 5 }, () => openStore({ file, log: (line) => lines.push(line) })),
  );
  expect(lines).toHaveLength(1);
  for (const store of stores) expect(await store.db.blob.count()).toBe(0);
  for (const store of stores) await store[Symbol.asyncDispose]();
});

test("a second migration of the same file finds nothing to do and loads no engine", async () => {
  const file = join(makeFolder(), "capstan.db");
  expect(await migrate(file)).toEqual(loadMigrations(findPrismaFolder()).map(({ name }) => name));
  const startedAt = performance.now();
  expect(await migrate(file)).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(150);
});

test("a file of an earlier version keeps its ledger and gets the columns that came since", async () => {
  const file = join(makeFolder(), "capstan.db");
  const [first] = loadMigrations(findPrismaFolder());
  const { openSchemaEngine } = await import("./schema-engine");
  const { readFileSync } = await import("node:fs");
  const engine = await openSchemaEngine(file, readFileSync(join(findPrismaFolder(), "schema.prisma"), "utf8"));
  await engine.applyMigrations({
    migrationsList: {
      baseDir: findPrismaFolder(),
      lockfile: { path: "migration_lock.toml", content: 'provider = "sqlite"\n' },
      shadowDbInitScript: "",
      migrationDirectories: [
        {
          path: first?.name ?? "",
          migrationFile: { path: "migration.sql", content: { tag: "ok", value: first?.sql ?? "" } },
        },
      ],
    },
    filters: { externalTables: [], externalEnums: [] },
  });
  engine.free();
  await using old = await openConnection(file);
  await old.execute(`INSERT INTO LedgerEntry (at, kind, runId, capability, ok, durationMs, llmCalls, cacheHits, inputTokens,
    outputTokens) VALUES ('2026-11-30T12:00:00.000+00:00', 'execution', 'e', 'n', 1, 12, 0, 0, 0, 0)`);
  await using store = await openStore({ file });
  expect(await findLedger(store, "e")).toMatchObject([
    { durationMs: 12, inputBytes: 0, outputBytes: 0, requestId: null },
  ]);
  expect(await findUsage(store, "n")).toMatchObject({ calls: 1, inputBytes: 0 });
});

test("the epoch is made once for a file and differs between files", async () => {
  const file = join(makeFolder(), "capstan.db");
  const epochs: string[] = [];
  for (let round = 0; round < 2; round++) {
    await using store = await openStore({ file });
    epochs.push(store.epoch, await ensureMeta(store, "secret", () => String(round)));
  }
  expect(epochs[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(epochs).toEqual([epochs[0], "0", epochs[0], "0"]);
  await using other = await openTestStore();
  expect(other.epoch).not.toBe(epochs[0]);
});

test("a state folder that cannot be made says where it lies and what to do", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "occupied"), "");
  const opening = openStore({ file: join(folder, "occupied", "capstan.db") });
  await expect(opening).rejects.toMatchObject({
    code: "state_read_only",
    message: expect.stringContaining("occupied"),
    next: expect.stringContaining("CAPSTAN_HOME"),
  });
});

test("a full disk is told apart, and what was stored before stays", async () => {
  await using store = await openTestStore();
  const digest = await saveBlob(store, Buffer.from("before"));
  await store.writer.transaction(async (connection) => {
    const [row] = await connection.query("PRAGMA page_count");
    await connection.query(`PRAGMA max_page_count=${Number(row?.page_count)}`);
  });
  await expect(saveBlob(store, new Uint8Array(1_000_000))).rejects.toMatchObject({ code: "disk_full" });
  expect(Buffer.from((await loadBlob(store, digest)) ?? []).toString()).toBe("before");
});

/** A process of its own that holds the write lock for a while after it said so. */
const HOLD_LOCK = `
  const { createRequire } = require("node:module");
  const Database = createRequire(process.argv[1])("libsql");
  const db = new Database(process.argv[2]);
  db.exec("BEGIN IMMEDIATE");
  console.log("locked");
  setTimeout(() => { db.exec("COMMIT"); db.close(); }, Number(process.argv[3]));
`;

test("another process holds the write lock for 4 s: writes wait, nothing is lost, the event loop stays free", async () => {
  await using store = await openTestStore();
  const libsql = join(process.cwd(), "node_modules", "@libsql", "client", "package.json");
  const child = spawn(process.execPath, ["-e", HOLD_LOCK, libsql, store.file, "4000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 50);
  const startedAt = performance.now();
  const writes = Array.from({ length: 200 }, (_, index) => saveBlob(store, Buffer.from(`blob ${index}`)));
  const byPrisma = store.db.setting.create({ data: { key: "k", value: "1", updatedAt: new Date(), updatedBy: "me" } });
  await Promise.all([...writes, byPrisma]);
  clearInterval(ticking);
  expect(performance.now() - startedAt).toBeGreaterThan(3_000);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect(ticks).toBeGreaterThan(30);
  expect(await store.db.blob.count()).toBe(200);
  // Seen by another connection: committed, not only visible to the one that wrote.
  await using other = await openConnection(store.file);
  expect(await other.query("SELECT COUNT(*) AS blobs FROM Blob")).toEqual([{ blobs: 200 }]);
});

test("a connection answers rows by column name", async () => {
  await using connection = await openConnection(join(makeFolder(), "plain.db"));
  await connection.runScript("CREATE TABLE t (a TEXT, b BLOB, c INTEGER)");
  await connection.execute("INSERT INTO t VALUES (?, ?, ?)", ["x", new Uint8Array([1, 2]), null]);
  expect(await connection.query("SELECT a, hex(b) AS b, c FROM t")).toEqual([{ a: "x", b: "0102", c: null }]);
});
