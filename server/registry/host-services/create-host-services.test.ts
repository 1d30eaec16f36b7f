import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHostServices } from "./create-host-services";

const NOW = Date.parse("2024-12-15T10:24:00Z");
const signal = () => AbortSignal.timeout(5_000);

let folder = "";
let ticketFile = "";

const lines: string[] = [];

const services = createHostServices({
  now: () => NOW,
  config: () => ({ region: "eu", retries: 3 }),
  httpHosts: () => [],
  ticketFile: () => ticketFile,
  log: (entry) => lines.push(entry.message),
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "capstan-services-"));
});
afterAll(async () => rm(folder, { recursive: true }));

async function setTickets(text: string): Promise<void> {
  ticketFile = join(folder, "tickets.json");
  await writeFile(ticketFile, text);
}

test("names every service and its methods", () => {
  expect(services.names).toEqual(["clock", "config", "http_client", "logger", "ticket_api"]);
  expect(services.methodsOf("clock")).toEqual(["now"]);
  expect(services.methodsOf("nothing")).toEqual([]);
});

test("the clock answers the host's time", async () => {
  const answer = await services.call({ service: "clock", method: "now", input: {} }, signal());
  expect(answer).toEqual({ ok: true, data: { iso: "2024-12-15T10:24:00.000Z", epochMs: NOW } });
});

test.each([
  ["region", "eu"],
  ["retries", 3],
  ["PATH", null],
  ["constructor", null],
  ["__proto__", null],
])("config answers only what a person set: %s", async (key, value) => {
  const answer = await services.call({ service: "config", method: "get", input: { key } }, signal());
  expect(answer).toEqual({ ok: true, data: { value } });
});

test.each([
  ["a service that is not there", { service: "shell", method: "run", input: {} }, /^unknown_service: /],
  ["a method that is not there", { service: "clock", method: "set", input: {} }, /^unknown_method: clock has now/],
  ["a method of every object", { service: "clock", method: "toString", input: {} }, /^unknown_method: /],
  ["a missing value", { service: "config", method: "get", input: {} }, /^bad_input: key: /],
  ["a value too much", { service: "clock", method: "now", input: { zone: "x" } }, /^bad_input: /],
  ["no object", { service: "clock", method: "now", input: null }, /^bad_input: /],
])("refuses %s by a value", async (_name, call, error) => {
  expect(await services.call(call, signal())).toEqual({ ok: false, error: expect.stringMatching(error) });
});

describe("ticket_api", () => {
  const ask = (ticket_id: string) =>
    services.call({ service: "ticket_api", method: "query_status", input: { ticket_id } }, signal());

  test("answers a ticket of the shipped sample", async () => {
    ticketFile = join(import.meta.dirname, "../../../samples/tickets.json");
    expect(await ask("TK-20241215-001")).toMatchObject({
      ok: true,
      data: { found: true, ticket: { next_step: "开发排期", updated_at: "2024-12-15 10:24" } },
    });
    expect(await ask("TK-1")).toEqual({ ok: true, data: { found: false } });
  });

  test("reads the file at each call", async () => {
    const ticket = { ticket_id: "TK-1", title: "a", current_step: "first", updated_at: "now", steps: [] };
    await setTickets(JSON.stringify({ tickets: [ticket] }));
    expect(await ask("TK-1")).toMatchObject({ data: { ticket: { current_step: "first" } } });
    await setTickets(JSON.stringify({ tickets: [{ ...ticket, current_step: "second", secret: "not for code" }] }));
    const answer = await ask("TK-1");
    expect(answer).toMatchObject({ data: { ticket: { current_step: "second" } } });
    expect(JSON.stringify(answer)).not.toContain("not for code");
  });

  test.each([
    ["no JSON", "{", /^ticket_file_broken: .* is not JSON/],
    ["another shape", '{"tickets": [{"ticket_id": 5}]}', /^ticket_file_broken: .* is wrong at tickets.0.ticket_id/],
  ])("says what is wrong with a file of %s", async (_name, text, error) => {
    await setTickets(text);
    expect(await ask("TK-1")).toEqual({ ok: false, error: expect.stringMatching(error) });
  });

  test("says that the file is missing or none is set", async () => {
    ticketFile = join(folder, "absent.json");
    expect(await ask("TK-1")).toEqual({
      ok: false,
      error: expect.stringMatching(/^ticket_file_unreadable: .*ENOENT.*Settings/),
    });
    ticketFile = "";
    expect(await ask("TK-1")).toEqual({ ok: false, error: expect.stringMatching(/^not_configured: /) });
  });
});
