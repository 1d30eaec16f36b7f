import { expect, test } from "vitest";
import type { JsonObject } from "#server/capability/json";
import type { RpcAnswer } from "./outcome";
import { maskErrorText, RpcDesk } from "./rpc-desk";

type Call = { name: string; answer(answer: RpcAnswer): void; signal: AbortSignal };

function openDesk(options: { maxLlmCalls?: number; services?: string[] } = {}) {
  const answers: JsonObject[] = [];
  const denied: string[] = [];
  const calls: Call[] = [];
  const wait = (name: string, signal: AbortSignal) =>
    new Promise<RpcAnswer>((resolve) => calls.push({ name, answer: resolve, signal }));
  const desk = new RpcDesk({
    ports: {
      callStep: ({ stepId }, signal) => wait(stepId, signal),
      callService: ({ service, method }, signal) => wait(`${service}.${method}`, signal),
      onDenied: (tried) => denied.push(tried),
    },
    maxLlmCalls: options.maxLlmCalls ?? 8,
    services: options.services ?? ["clock"],
    answer: (frame) => answers.push(frame),
    onPortError: () => {},
  });
  const step = (id: number) =>
    desk.dispatch({ kind: "step", id, stepId: "triage", input: {}, maxTokens: undefined, raw: {} });
  const service = (id: number, name: string) =>
    desk.dispatch({ kind: "service", id, service: name, method: "now", input: {}, raw: {} });
  return { desk, answers, denied, calls, step, service };
}

test("an answer is written with the id of its call, in the order in which answers come", async () => {
  const { desk, answers, calls, step, service } = openDesk();
  expect(step(1)).toBeNull();
  expect(service(2, "clock")).toBeNull();
  calls[1]?.answer({ ok: true, data: "noon" });
  calls[0]?.answer({ ok: true, data: { text: "x" }, cached: true });
  await expect.poll(() => answers.length).toBe(2);
  expect(answers).toEqual([
    { __frame__: "rpc_result", id: 2, ok: true, data: "noon" },
    { __frame__: "rpc_result", id: 1, ok: true, data: { text: "x" }, cached: true },
  ]);
  expect([desk.llmCalls, desk.cacheHits]).toEqual([1, 1]);
});

test("over the budget the answer is budget_exceeded and the model is not called", () => {
  const { answers, calls, step } = openDesk({ maxLlmCalls: 1 });
  expect([step(1), step(2), step(3)]).toEqual([null, null, null]);
  expect(calls.length).toBe(1);
  expect(answers).toEqual([2, 3].map((id) => ({ __frame__: "rpc_result", id, ok: false, error: "budget_exceeded" })));
});

test("a service that the contract does not require is refused and reported", () => {
  const { answers, denied, calls, service } = openDesk({ services: [] });
  expect(service(1, "http_client")).toBeNull();
  expect(calls).toEqual([]);
  expect(denied).toEqual(["service http_client.now"]);
  expect(answers).toEqual([{ __frame__: "rpc_result", id: 1, ok: false, error: "service_not_required" }]);
});

test("a fifth call while four wait is E_RPC_FLIGHT", () => {
  const { step } = openDesk();
  for (const id of [1, 2, 3, 4]) expect(step(id)).toBeNull();
  expect(step(5)).toMatchObject({ code: "E_RPC_FLIGHT" });
});

test("stopping aborts what waits, and a late answer is not written", async () => {
  const { desk, answers, calls, step } = openDesk();
  step(1);
  const stopped = desk.stop();
  expect(calls[0]?.signal.aborted).toBe(true);
  calls[0]?.answer({ ok: true, data: 1 });
  await stopped;
  expect(answers).toEqual([]);
});

test.each([
  ["401: key sk-abcdefghijklmnop is wrong", "401: key [masked] is wrong"],
  ["Authorization: Bearer abc.def-123456", "Authorization: [masked]"],
  ["model_unreachable", "model_unreachable"],
])("the error text %j reaches the code as %j", (text, masked) => {
  expect(maskErrorText(text)).toBe(masked);
});
