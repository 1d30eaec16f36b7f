import { setImmediate, setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { AppError } from "#server/errors";
import type { HostTool } from "#server/tools/host-tool";
import { makeHostTool } from "../testing";
import { Lifecycle, type LifecycleOptions } from "./lifecycle";

/** Tools that write down when they load and unload. */
function makeTools(steps: string[]) {
  return (name: string, uses: string[] = [], onLoad: HostTool["onLoad"] = async () => undefined) =>
    makeHostTool(name, {
      uses,
      async onLoad(context) {
        await onLoad?.(context);
        steps.push(`+${name}`);
      },
      async onUnload() {
        await setImmediate();
        steps.push(`-${name}`);
      },
    });
}

function open(changes: Partial<LifecycleOptions> = {}) {
  const steps: string[] = [];
  const lines: string[] = [];
  const lifecycle = new Lifecycle({
    getService: (name) => {
      throw new AppError("not_found", `There is no host service ${name}.`);
    },
    log: (line) => lines.push(line),
    onSettled: () => steps.push("settled"),
    ...changes,
  });
  return { lifecycle, steps, lines, make: makeTools(steps) };
}

test("loads in order and unloads in the opposite one", async () => {
  const { lifecycle, steps, make } = open();
  const [a, b, c] = [make("a"), make("b", ["a"]), make("c", ["b"])];
  await lifecycle.sync([a, b, c]);
  await lifecycle[Symbol.asyncDispose]();
  expect(steps).toEqual(["+a", "+b", "+c", "-c", "-b", "-a"]);
});

test("what needs a slow tool waits for it, what does not goes on", async () => {
  const { lifecycle, steps, make } = open();
  const slow = make("slow", [], () => setTimeout(30));
  await lifecycle.sync([slow, make("after", ["slow"]), make("beside")]);
  expect(steps).toEqual(["+beside", "+slow", "+after"]);
});

test("an unchanged tool is loaded once, however often the catalog changes", async () => {
  const { lifecycle, steps, make } = open();
  const [a, b] = [make("a"), make("b")];
  await lifecycle.sync([a]);
  await lifecycle.sync([a, b]);
  await lifecycle.sync([a, b]);
  expect(steps).toEqual(["+a", "+b"]);
  expect(lifecycle.findLoad("a")).toEqual({ at: expect.any(Number), ms: expect.any(Number) });
});

test("a replaced tool takes along what uses it, and only that", async () => {
  const { lifecycle, steps, make } = open();
  const [a, b, other] = [make("a"), make("b", ["a"]), make("other")];
  await lifecycle.sync([a, b, other]);
  steps.length = 0;
  await lifecycle.sync([make("a"), b, other]);
  expect(steps).toEqual(["-b", "-a", "+a", "+b"]);
  steps.length = 0;
  await lifecycle.sync([other]);
  expect(steps).toEqual(["-b", "-a"]);
});

test.each<[string, HostTool["onLoad"], RegExp]>([
  [
    "rejects",
    async () => {
      throw new Error("no shell");
    },
    /^It could not be loaded: no shell$/,
  ],
  [
    "throws at once",
    () => {
      throw new Error("no shell");
    },
    /^It could not be loaded: no shell$/,
  ],
  ["asks for a service nobody provides", async ({ getService }) => void getService("vault"), /no host service vault/],
  ["never ends", () => new Promise(() => undefined), /^It could not be loaded: it did not end within 0.05 s$/],
])("a tool that %s is disabled, and what uses it stays out", async (_, onLoad, reason) => {
  const { lifecycle, steps, lines, make } = open({ loadMsMax: 50 });
  await lifecycle.sync([make("bad", [], onLoad), make("needy", ["bad"]), make("good")]);
  expect(steps).toEqual(["+good"]);
  expect([...lifecycle.findProblems()]).toEqual([
    ["bad", { reason: expect.stringMatching(reason), enabledBy: expect.any(String) }],
  ]);
  expect(lifecycle.findLoad("bad")).toBeNull();
  expect(lifecycle.findLoad("needy")).toBeNull();
  expect(lines).toEqual([expect.stringMatching(/^bad: could not be loaded: /)]);
  await lifecycle[Symbol.asyncDispose]();
  expect(steps).toEqual(["+good", "-good"]);
});

test("a failed tool is tried again only when somebody asks for it", async () => {
  const { lifecycle, steps, make } = open();
  let isReady = false;
  const bad = make("bad", [], async () => {
    if (!isReady) throw new Error("not yet");
  });
  const all = [bad, make("needy", ["bad"])];
  await lifecycle.sync(all);
  isReady = true;
  await lifecycle.sync(all);
  expect(steps).toEqual([]);
  lifecycle.forgetFailed();
  await lifecycle.sync(all);
  expect(steps).toEqual(["+bad", "+needy"]);
  expect(lifecycle.findProblems().size).toBe(0);
});

test("a catalog does not wait for a slow load: it is listed as loading, then told of", async () => {
  const { lifecycle, steps, make } = open({ patienceMs: 5 });
  let finish: () => void = () => undefined;
  const slow = make("slow", [], () => new Promise<void>((resolve) => (finish = resolve)));
  await lifecycle.sync([slow]);
  expect(lifecycle.findProblems().get("slow")).toEqual({
    reason: "It is still loading.",
    enabledBy: "Wait; it is given 10 s.",
  });
  finish();
  await expect.poll(() => steps).toEqual(["+slow", "settled"]);
  expect(lifecycle.findProblems().size).toBe(0);
});

test("a tool that leaves while it loads is told to stop, and what it opened late is closed", async () => {
  const { lifecycle, steps, make } = open({ patienceMs: 5 });
  let finish: () => void = () => undefined;
  let wasTold = false;
  const slow = make("slow", [], async ({ signal }) => {
    await new Promise<void>((resolve) => (finish = resolve));
    wasTold = signal.aborted;
  });
  await lifecycle.sync([slow]);
  await lifecycle.sync([]);
  expect(lifecycle.findProblems().size).toBe(0);
  finish();
  await expect.poll(() => steps).toContain("-slow");
  expect(wasTold).toBe(true);
});

test("an unload that throws or hangs stops nobody else", async () => {
  const { lifecycle, steps, lines, make } = open({ loadMsMax: 30 });
  const hanging = makeHostTool("hanging", { onUnload: () => new Promise(() => undefined) });
  const throwing = makeHostTool("throwing", {
    onUnload: async () => {
      throw new Error("still busy");
    },
  });
  await lifecycle.sync([make("first"), hanging, throwing]);
  await lifecycle[Symbol.asyncDispose]();
  expect(steps).toEqual(["+first", "-first"]);
  expect(lines).toEqual([
    "throwing: could not be unloaded: still busy",
    "hanging: could not be unloaded: it did not end within 0.03 s",
  ]);
});
