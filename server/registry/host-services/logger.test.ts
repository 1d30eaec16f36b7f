import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { getCallContext, type LogEntry, runInContext, runWithin } from "#server/call-context";
import type { JsonValue } from "#server/capability/json";
import { createHostServices, type HostServices } from "./create-host-services";
import { toLogLine } from "./logger";

function open(httpHosts: readonly string[] = []): { services: HostServices; lines: string[] } {
  const lines: string[] = [];
  const services = createHostServices({
    now: Date.now,
    config: () => ({}),
    httpHosts: () => httpHosts,
    ticketFile: () => "",
    log: (entry) => lines.push(toLogLine(entry)),
  });
  return { services, lines };
}

function log(services: HostServices, method: string, input: JsonValue) {
  return services.call({ service: "logger", method, input }, AbortSignal.timeout(5_000));
}

test("a line of an execution goes to its log, one of nobody to the server's", async () => {
  const { services, lines } = open();
  const entries: LogEntry[] = [];
  const own = { writeLog: (entry: LogEntry) => entries.push(entry) };
  const answer = await runWithin(own, () => log(services, "warn", { message: "slow", data: { ms: 900 } }));
  expect(answer).toEqual({ ok: true, data: null });
  expect(entries).toEqual([{ level: "warn", message: "slow", data: { ms: 900 } }]);
  await log(services, "info", { message: "up" });
  expect(lines).toEqual(["[info] server: up"]);
});

test("a line names whom it was for, in one line whatever the message holds", async () => {
  const { services, lines } = open();
  const ids = { runId: "run_1", callId: "call_2", sessionId: "session_3", requestId: "request_4", capability: "echo" };
  await runInContext(ids, () => log(services, "error", { message: "a\n[info] forged: line", data: [1] }));
  expect(lines).toEqual([
    "[error] echo: a\\n[info] forged: line [1] runId=run_1 callId=call_2 sessionId=session_3 requestId=request_4",
  ]);
});

test.each<[string, JsonValue, RegExp]>([
  ["no message", {}, /^bad_input: message/],
  ["an empty message", { message: "" }, /^bad_input: message/],
  ["a message of a novel's length", { message: "x".repeat(2_001) }, /^bad_input: message/],
  ["a value too much", { message: "x", runId: "run_of_somebody_else" }, /^bad_input: /],
  ["data without end", { message: "x", data: "y".repeat(5_000) }, /^too_large: data has 5002 bytes/],
])("%s is refused and logs nothing", async (_, input, error) => {
  const { services, lines } = open();
  expect(await log(services, "info", input)).toEqual({ ok: false, error: expect.stringMatching(error) });
  expect(lines).toEqual([]);
});

test("a job begun anew carries nothing of whoever started it", () => {
  runInContext({ requestId: "request_1", runId: "run_1" }, () => {
    expect(runWithin({ callId: "call_1" }, getCallContext)).toEqual({
      requestId: "request_1",
      runId: "run_1",
      callId: "call_1",
    });
    expect(runInContext({ runId: "run_2" }, getCallContext)).toEqual({ runId: "run_2" });
  });
  expect(getCallContext()).toEqual({});
});

/** Waits in a way that differs from call to call: timers, the event loop, a shared promise, a real request. */
async function wander(call: number, ask: () => Promise<unknown>, shared: Promise<void>): Promise<void> {
  const ways = [() => setTimeout(call % 7), () => setImmediate(), () => shared, ask];
  for (let step = 0; step < ways.length; step++) await ways[(call + step) % ways.length]?.();
}

test("1,000 interleaved calls over shared services never mix", async () => {
  const server = createServer((request, response) =>
    setTimeout(Number(request.url?.length) % 5).then(() => response.end(request.url)),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { services, lines } = open([host]);
  const shared = setTimeout(20);
  const signal = AbortSignal.timeout(30_000);
  const one = async (call: number) => {
    const path = `/${"x".repeat(call % 11)}${call}`;
    const ask = async () => {
      const input = { url: `http://${host}${path}` };
      const answer = await services.call({ service: "http_client", method: "request", input }, signal);
      expect(answer).toMatchObject({ ok: true, data: { body: path } });
    };
    await runWithin({ callId: `call_${call}`, capability: `tool_${call}` }, async () => {
      await wander(call, ask, shared);
      await log(services, "info", { message: `I am ${call}` });
    });
    await log(services, "info", { message: `I was ${call}` });
  };
  await Promise.all(
    Array.from({ length: 1_000 }, (_, call) =>
      runInContext({ runId: `run_${call}`, sessionId: `session_${call % 2}`, requestId: `request_${call}` }, () =>
        one(call),
      ),
    ),
  );
  const ids = (call: number) => `sessionId=session_${call % 2} requestId=request_${call}`;
  const expected = Array.from({ length: 1_000 }, (_, call) => [
    `[info] tool_${call}: I am ${call} runId=run_${call} callId=call_${call} ${ids(call)}`,
    `[info] server: I was ${call} runId=run_${call} ${ids(call)}`,
  ]).flat();
  expect([...lines].sort()).toEqual([...expected].sort());
  // They did interleave: the order is not that of one call after the other.
  expect(lines).not.toEqual(expected);
});
