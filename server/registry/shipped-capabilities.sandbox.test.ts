import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CaseResult } from "#server/runs/runs";
import { createServices, type Services } from "#server/services";
import { loadSettings } from "#server/settings";

const CALLABLE = [
  "cron-explain",
  "csv-profile",
  "json-query",
  "log-report",
  "log-triage",
  "query_ticket_status",
  "semver-range",
  "skill_outage_intake",
  "text-diff",
  "url-inspect",
];
const CASES_MIN = 8;

let services: Services;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "capstan-shipped-"));
  const settings = loadSettings({
    CAPSTAN_HOME: join(folder, "state"),
    PI_AGENT_DIR: join(folder, "agent"),
    NODE_ENV: "test",
  });
  services = await createServices(settings, { instanceId: "test", log: () => {}, takesRuns: false });
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function subjectOf(name: string): { kind: "digest"; digest: string } {
  const entry = services.registry.current().entries.get(name);
  if (entry === undefined) throw new Error(`${name} is not in the registry`);
  return { kind: "digest", digest: entry.digest };
}

async function dryRun(name: string, input: { [key: string]: string }) {
  const request = { source: "dry_run" as const, name, subject: subjectOf(name), input, by: "test" };
  const { done } = await services.executions.start(request);
  return await done;
}

test.each(CALLABLE)("all cases of %s pass in the sandbox", { timeout: 60_000 }, async (name) => {
  const results: CaseResult[] = [];
  for await (const result of services.cases.run({ name, subject: subjectOf(name), by: "test" })) results.push(result);
  expect(results.length).toBeGreaterThanOrEqual(CASES_MIN);
  expect(results.filter(({ kind }) => kind !== "passed")).toEqual([]);
});

test("log-triage finds the rush of clients in a log that PostgreSQL wrote, and says what is missing without a model", async () => {
  const log = await readFile(join(import.meta.dirname, "../../samples/postgresql.log"), "utf8");
  expect(await dryRun("log-triage", { log })).toMatchObject({
    ok: true,
    partial: "no_model",
    output: {
      errors: 135,
      bursts: [{ start: "2026-11-30T14:34:01Z", end: "2026-11-30T14:34:59Z" }],
      explanation: null,
      partial: { reason: "no_model" },
    },
  });
});

test("log-report makes a table of the same log", async () => {
  const log = await readFile(join(import.meta.dirname, "../../samples/postgresql.log"), "utf8");
  const outcome = await dryRun("log-report", { log });
  expect(outcome).toMatchObject({ ok: true, output: { report: expect.stringContaining("too many clients already") } });
});

test("csv-profile reads a table that dpkg wrote", async () => {
  const csv = await readFile(join(import.meta.dirname, "../../samples/packages.csv"), "utf8");
  expect(await dryRun("csv-profile", { csv })).toMatchObject({ ok: true, output: { rows: 827, delimiter: "," } });
});
