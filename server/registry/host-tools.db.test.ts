import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Store } from "#server/store/store";
import { openTestStore } from "#server/store/testing";
import type { HostTool } from "#server/tools/host-tool";
import { createRegistry, type RegistryOptions } from "./create-registry";
import { makeHostTool, makeRoot, makeTempFolder, waitForCatalog, writeTool } from "./testing";

function open(store: Store, folder: string, changes: Partial<RegistryOptions> = {}) {
  return createRegistry({
    store,
    roots: async () => [makeRoot(folder)],
    hostTools: [],
    hostServices: ["clock"],
    log: () => undefined,
    ...changes,
  });
}

const failing: HostTool["onLoad"] = async () => {
  throw new Error("no shell here");
};

test("a tool comes, is replaced and goes while the server runs, a revision each", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  await using registry = await open(store, folder.path);
  const revisions = [registry.current().revision];
  const told: string[] = [];
  registry.onChange(({ revision }) => told.push(revision));
  const first = await registry.registerHostTool(makeHostTool("mcp_a_echo"));
  expect(first.trustedIndex.search("mcp_a_echo things", 3).map(({ name }) => name)).toContain("mcp_a_echo");
  expect(registry.findLoad("mcp_a_echo")).toEqual({ at: expect.any(Number), ms: expect.any(Number) });
  const better = makeHostTool("mcp_a_echo");
  const second = await registry.registerHostTool({
    ...better,
    capability: { ...better.capability, description: "Echoes a pangolin." },
  });
  expect(second.trustedIndex.search("pangolin", 3).map(({ name }) => name)).toEqual(["mcp_a_echo"]);
  const last = await registry.unregisterHostTool("mcp_a_echo");
  expect(last.hostTools.size).toBe(0);
  expect(last.tree.nodes.some(({ name }) => name === "mcp_a_echo")).toBe(false);
  expect(registry.findLoad("mcp_a_echo")).toBeNull();
  revisions.push(first.revision, second.revision);
  expect(new Set(revisions).size).toBe(3);
  expect(last.revision).toBe(revisions[0]);
  expect(told).toEqual([first.revision, second.revision, last.revision]);
});

test("a load that fails disables the tool and what uses it, each with its reason; the rest is there", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  writeTool(folder.path, "needy", "uses: [{ capability: bad }]\n");
  writeTool(folder.path, "fine");
  await using registry = await open(store, folder.path, {
    hostTools: [
      makeHostTool("bad", { onLoad: failing }),
      makeHostTool("leaning", { uses: ["needy"] }),
      makeHostTool("vaulted", { requires: ["vault"] }),
      makeHostTool("good"),
    ],
  });
  const { entries, hostTools, tree } = registry.current();
  expect([...hostTools.keys()]).toEqual(["good"]);
  expect(entries.get("fine")?.disabled).toBeUndefined();
  expect(entries.get("needy")?.disabled?.reason).toBe(
    'It uses "bad", which is disabled: It could not be loaded: no shell here',
  );
  const reasonOf = (name: string) => tree.nodes.find((node) => node.name === name)?.disabled?.reason;
  expect(reasonOf("bad")).toBe("It could not be loaded: no shell here");
  expect(reasonOf("leaning")).toBe('It uses "needy", a draft that is disabled.');
  expect(reasonOf("vaulted")).toMatch(/requires the service "vault"/);
  expect(reasonOf("good")).toBeUndefined();
});

test("a failed tool is back after a reload, and with it what uses it", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  writeTool(folder.path, "needy", "uses: [{ capability: bad }]\n");
  let isReady = false;
  const onLoad: HostTool["onLoad"] = async (context) => (isReady ? undefined : failing(context));
  await using registry = await open(store, folder.path, { hostTools: [makeHostTool("bad", { onLoad })] });
  isReady = true;
  expect((await registry.update()).hostTools.has("bad")).toBe(false);
  const { entries, hostTools } = await registry.reload();
  expect([...hostTools.keys()]).toEqual(["bad"]);
  expect(entries.get("needy")?.disabled).toBeUndefined();
});

test("two host tools that need each other are a cycle, named in full", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  const tools = [makeHostTool("a", { uses: ["b"] }), makeHostTool("b", { uses: ["a"] })];
  await using registry = await open(store, folder.path, { hostTools: tools });
  const { hostTools, tree } = registry.current();
  expect(hostTools.size).toBe(0);
  expect(tree.nodes.find(({ name }) => name === "b")?.disabled?.reason).toBe("It needs itself: a -> b -> a.");
});

test("a tool that hangs keeps nobody waiting and is given up", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  const onLoad = () => new Promise<void>(() => undefined);
  await using registry = await open(store, folder.path, {
    hostTools: [makeHostTool("slow", { onLoad })],
    loadMsMax: 600,
  });
  const reasonIn = ({ tree }: ReturnType<typeof registry.current>) =>
    tree.nodes.find(({ name }) => name === "slow")?.disabled?.reason;
  expect(reasonIn(registry.current())).toBe("It is still loading.");
  const settled = await waitForCatalog(registry, (catalog) => reasonIn(catalog) !== "It is still loading.");
  expect(reasonIn(settled)).toBe("It could not be loaded: it did not end within 0.6 s");
});

test("a slow tool that loads after all joins a later catalog", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  const onLoad = () => setTimeout(400);
  await using registry = await open(store, folder.path, { hostTools: [makeHostTool("slow", { onLoad })] });
  expect(registry.current().hostTools.has("slow")).toBe(false);
  expect((await waitForCatalog(registry, ({ hostTools }) => hostTools.has("slow"))).hostTools.size).toBe(1);
});

test.each<[string, Partial<HostTool> & { name: string }, { code: string; message: RegExp }]>([
  ["a name no model can call", { name: "a b" }, { code: "bad_input", message: /"a b" is no name/ }],
  [
    "the name of another owner's tool",
    { name: "shipped", metadata: { runtime: { owner: "stranger" } } },
    { code: "conflict", message: /taken by the tool in dynamic\/local_mcp of tests/ },
  ],
  ["the name of a capability", { name: "own" }, { code: "conflict", message: /taken by the capability in .*\/own/ }],
])("%s is refused with the reason", async (_, { name, ...changes }, problem) => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  writeTool(folder.path, "own");
  await using registry = await open(store, folder.path, { hostTools: [makeHostTool("shipped")] });
  const before = registry.current();
  await expect(registry.registerHostTool(makeHostTool(name, changes))).rejects.toMatchObject({
    code: problem.code,
    message: expect.stringMatching(problem.message),
  });
  expect(registry.current()).toBe(before);
});

test("many tools change in one catalog, or none of them", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  writeTool(folder.path, "own");
  await using registry = await open(store, folder.path, { hostTools: [makeHostTool("a"), makeHostTool("b")] });
  const told: string[][] = [];
  registry.onChange(({ hostTools }) => told.push([...hostTools.keys()]));
  await registry.changeHostTools({ remove: ["a", "nobody"], add: [makeHostTool("c"), makeHostTool("d")] });
  expect(told).toEqual([["b", "c", "d"]]);
  const before = registry.current();
  const change = { remove: ["b"], add: [makeHostTool("e"), makeHostTool("own")] };
  await expect(registry.changeHostTools(change)).rejects.toMatchObject({ code: "conflict" });
  expect(registry.current()).toBe(before);
});

test("what is not registered cannot be taken out", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  await using registry = await open(store, folder.path);
  await expect(registry.unregisterHostTool("nothing")).rejects.toMatchObject({ code: "not_found" });
});

test("closing unloads what is loaded, last first", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  const left: string[] = [];
  const make = (name: string, uses: string[]) =>
    makeHostTool(name, { uses, onUnload: async () => void left.push(name) });
  const registry = await open(store, folder.path, { hostTools: [make("b", ["a"]), make("a", [])] });
  await registry[Symbol.asyncDispose]();
  expect(left).toEqual(["b", "a"]);
});

test("a capability's load is timed once for each content of its folder", async () => {
  await using store = await openTestStore();
  using folder = makeTempFolder();
  const own = writeTool(folder.path, "own");
  writeTool(folder.path, "other");
  await using registry = await open(store, folder.path);
  const before = registry.findLoad("own");
  const other = registry.findLoad("other");
  expect(before?.ms).toBeGreaterThan(0);
  await registry.update([own]);
  expect(registry.findLoad("own")).toBe(before);
  writeTool(folder.path, "own", "when: Something else.\n");
  await registry.update([own]);
  expect(registry.findLoad("own")).not.toBe(before);
  expect(registry.findLoad("other")).toBe(other);
  expect(registry.findLoad("nothing")).toBeNull();
});
