import { expect, test } from "vitest";
import { ConcurrencyGate } from "./concurrency-gate";

const never = new AbortController().signal;

test("at most two are inside, and the others come in order", async () => {
  const gate = new ConcurrencyGate(2);
  const entered: string[] = [];
  const enter = async (name: string) => {
    const leave = await gate.enter(never);
    entered.push(name);
    return leave;
  };
  const [first] = await Promise.all([enter("a"), enter("b")]);
  const third = enter("c");
  const fourth = enter("d");
  expect(entered).toEqual(["a", "b"]);
  first?.();
  (await third)?.();
  await fourth;
  expect(entered).toEqual(["a", "b", "c", "d"]);
});

test("who gives up while waiting gets no place and takes none", async () => {
  const gate = new ConcurrencyGate(1);
  const leave = await gate.enter(never);
  const controller = new AbortController();
  const waiting = gate.enter(controller.signal);
  controller.abort();
  expect(await waiting).toBeNull();
  leave?.();
  expect(await gate.enter(never)).not.toBeNull();
});

test("leaving twice frees one place", async () => {
  const gate = new ConcurrencyGate(1);
  const leave = await gate.enter(never);
  leave?.();
  leave?.();
  await gate.enter(never);
  const controller = new AbortController();
  const second = gate.enter(controller.signal);
  controller.abort();
  expect(await second).toBeNull();
});

test("an aborted signal never enters", async () => {
  expect(await new ConcurrencyGate(1).enter(AbortSignal.abort())).toBeNull();
});
