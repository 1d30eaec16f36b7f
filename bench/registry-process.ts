// The measured process of bench/registry.ts, one a start. Its last line is what it measured.
// Values: floor | load | work, folder of an agent whose `capability/capabilities` is the root, state folder.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parse } from "yaml";
import { appRouter } from "../server/api/router";
import type { Registry } from "../server/registry/catalog";
import { createServices, type Services } from "../server/services";
import { loadSettings } from "../server/settings";

const CHANGES = 20;
const QUERIES = ["weather forecast for tomorrow", "convert currency", "查询机票"];

type Measure = { ms: number; cpuMs: number };
const measures: Record<string, Measure> = {};

async function time<Result>(name: string, run: () => Promise<Result> | Result): Promise<Result> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const result = await run();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  measures[name] = { ms, cpuMs: (user + system) / 1000 };
  return result;
}

/** The middle one of several rounds, since one may meet the collector or a neighbour. */
async function timeMedian(name: string, rounds: number, run: (round: number) => Promise<unknown>): Promise<void> {
  const taken: Measure[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await time(name, () => run(round));
    const last = measures[name];
    if (last) taken.push(last);
  }
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  measures[name] = { ms: middle(taken.map(({ ms }) => ms)), cpuMs: middle(taken.map(({ cpuMs }) => cpuMs)) };
}

/** The least a load can be: every byte read, every contract parsed. */
function runFloor(root: string): number {
  let read = 0;
  for (const name of readdirSync(root)) {
    parse(readFileSync(join(root, name, "CAPABILITY.yaml"), "utf8"));
    read += readFileSync(join(root, name, "impl", "run.mjs")).byteLength;
  }
  return read;
}

function openServices(agentFolder: string, stateFolder: string): Promise<Services> {
  mkdirSync(stateFolder, { recursive: true });
  const settings = loadSettings({ CAPSTAN_HOME: stateFolder, PI_AGENT_DIR: agentFolder });
  return createServices(settings, { instanceId: "bench", log: () => undefined, takesRuns: false });
}

function nextCatalog(registry: Registry): Promise<void> {
  return new Promise((resolve) => {
    const stop = registry.onChange(() => {
      stop();
      resolve();
    });
  });
}

/** A capability that nothing disables, and how to write its contract with another comment. */
function findEditable({ registry }: Services): { folder: string; write: (comment: string) => void } {
  const entry = [...registry.current().entries.values()].find(({ layer, disabled }) => layer === "L2" && !disabled);
  if (!entry) throw new Error("There is nothing to edit.");
  const write = (comment: string) => writeFileSync(join(entry.folder, "CAPABILITY.yaml"), entry.source.text + comment);
  return { folder: entry.folder, write };
}

/** Of a first start thousands of versions are still to be stored; nobody is to wait for that. */
async function measureFirstChange(services: Services): Promise<void> {
  const { write } = findEditable(services);
  await time("first change, right after", async () => {
    const changed = nextCatalog(services.registry);
    write("# first\n");
    await changed;
  });
  write("");
}

async function measureChanges(services: Services): Promise<void> {
  const { registry } = services;
  const { folder, write } = findEditable(services);
  await timeMedian("one changed file, read to catalog", CHANGES, async (round) => {
    write(`# ${round}\n`);
    await registry.update([folder]);
  });
  await timeMedian("one changed file, write to catalog", CHANGES, async (round) => {
    const changed = nextCatalog(registry);
    write(`# again ${round}\n`);
    await changed;
  });
  write("");
}

async function measureWork(services: Services): Promise<void> {
  const { registry } = services;
  await time("first search", () => registry.current().index.search(QUERIES[0] ?? "", 10));
  await timeMedian("next search", 9, async (round) =>
    registry.current().index.search(QUERIES[round % QUERIES.length] ?? "", 10),
  );
  await measureChanges(services);
  const person = { id: "bench", name: "bench" };
  const caller = appRouter.createCaller({
    services,
    actor: { kind: "person", person },
    sessionToken: null,
    address: "http://127.0.0.1:1",
  });
  const sent = await time("catalog.get, first", () => caller.catalog.get());
  await timeMedian("catalog.get, again", 5, () => caller.catalog.get());
  await time("catalog.get as JSON", () => JSON.stringify(sent).length);
  console.error(`catalog.get: ${(JSON.stringify(sent).length / 1e6).toFixed(2)} MB as JSON`);
}

async function main([what = "", agentFolder = "", stateFolder = ""]: readonly string[]): Promise<void> {
  const root = join(agentFolder, "capability", "capabilities");
  if (what === "floor") {
    await time("read and parse", () => runFloor(root));
    return;
  }
  const services = await time("load", () => openServices(agentFolder, stateFolder));
  console.error(
    `${services.registry.current().entries.size} entries, ${Math.round(process.memoryUsage().rss / 1e6)} MB resident`,
  );
  await measureFirstChange(services);
  if (what === "work") {
    // What the load left behind to do is not what follows.
    await wait(1_000);
    await measureWork(services);
    await time("reload of all", () => services.registry.reload());
  }
  await time("close, with what was still to be stored", () => services[Symbol.asyncDispose]());
}

// Watches alone keep no process alive.
const alive = setInterval(() => undefined, 1_000);
await main(process.argv.slice(2));
clearInterval(alive);
console.log(JSON.stringify(measures));
