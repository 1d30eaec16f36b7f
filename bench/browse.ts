// How /capabilities feels with 5,000 entries, in a real browser against the built product: time until it can be used, bytes of
// the catalog, and the longest task that held the page's thread in each step: as the page saw it (what else the machine did
// counts as well) and in processor time of that thread. Floor: the same steps of the same run on a catalog that holds only
// what ships. Goal: no task over 100 ms of processor time after the page stands. Repeat: npm run bench browse
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { z } from "zod";
import { App, buildProduct } from "../e2e/start-app";
import playwrightConfig from "../playwright.config";
import { hasManyCapabilities, writeManyCapabilities } from "./many-capabilities";

const COUNT = 5_000;
const TASK_MS_GOAL = 100;
/** A step is over when the page's thread had nothing long to do for so long. */
const REST_MS = 400;
const TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];

type Step = { name: string; ms: number; longestTaskMs: number; longestCpuMs: number };
type Measured = { steps: Step[]; catalogBytes: number; changeBytes: number };

/** Tasks of 50 ms and more, as the browser itself counts them. */
function observeTasks(): void {
  const tasks: number[] = [];
  Object.assign(window, { __tasks: tasks });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) tasks.push(entry.duration);
  }).observe({ type: "longtask", buffered: true });
}

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Processor time of the thread, microseconds. */
      tdur: z.number().optional(),
      args: z.object({ name: z.unknown().optional() }).optional(),
    }),
  ),
});

/** Processor time of the longest task of a page's main thread in a trace, milliseconds. */
function toLongestCpuMs(trace: Buffer): number {
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString()));
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid}.${tid}`;
  const isNamed = ({ name, args }: { name: string; args?: { name?: unknown } | undefined }) =>
    name === "thread_name" && args?.name === "CrRendererMain";
  const main = new Set(traceEvents.filter(isNamed).map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith("RunTask") && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error("The trace holds no task of the page.");
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000));
}

class Measurer {
  readonly steps: Step[] = [];
  /** Bytes on the wire of answers that carry the catalog. */
  bytes = 0;

  constructor(
    readonly browser: Browser,
    readonly page: Page,
  ) {
    page.on("requestfinished", (request) => {
      if (!/\/api\/trpc\/[^?]*catalog\.(get|changes)/.test(request.url())) return;
      void request.sizes().then(({ responseBodySize }) => {
        this.bytes += responseBodySize;
      });
    });
  }

  /** Runs a step until `act` says that what was wanted shows, then waits until the thread rests. */
  async step(name: string, act: () => Promise<unknown>): Promise<void> {
    await this.page.evaluate("void (window.__tasks && (window.__tasks.length = 0))");
    await this.browser.startTracing(this.page, { categories: TRACED });
    const startedAt = performance.now();
    await act();
    const ms = performance.now() - startedAt;
    await wait(REST_MS);
    const longestCpuMs = toLongestCpuMs(await this.browser.stopTracing());
    const tasks = await this.page.evaluate<number[]>("window.__tasks");
    this.steps.push({ name, ms, longestTaskMs: Math.max(0, ...tasks), longestCpuMs });
  }
}

async function startCatalog(count: number): Promise<{ app: App; name: string }> {
  const app = new App();
  const name = "zz-bench-changed";
  app.writeCapability(name, { "CAPABILITY.yaml": toChanged(name, "the first time") });
  if (count > 0) writeManyCapabilities(app.rootFolder, count);
  await app.start();
  await app.admitProject();
  return { app, name };
}

function toChanged(name: string, when: string): string {
  return `name: ${name}\nversion: 0.1.0\ntype: skill\nsensitivity: internal\nstatus: draft\ndescription: Written ${when}.\nwhen: Never.\ntree: { group: fs }\n`;
}

async function measure(browser: Browser, count: number): Promise<Measured> {
  const { app, name } = await startCatalog(count);
  await using _ = app;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(observeTasks);
  const page = await context.newPage();
  await page.goto(`${app.url}/settings`);
  const measurer = new Measurer(browser, page);
  const tree = page.getByRole("tree", { name: "Capability tree" });
  const graph = page.getByRole("application", { name: "Capability graph" });
  const inspector = page.getByRole("region", { name: "Selection" });
  const search = page.getByRole("searchbox", { name: "Search capabilities" });
  const draft = page.getByRole("checkbox", { name: /^Draft/i });

  await page.goto(await app.openAddress());
  await tree.waitFor();
  await measurer.step("load to usable", async () => {
    measurer.bytes = 0;
    await page.goto(`${app.url}/capabilities`);
    await tree.getByRole("treeitem").first().waitFor();
  });
  const catalogBytes = measurer.bytes;
  const first = tree.getByRole("treeitem", { expanded: false }).first();
  await measurer.step("open one group", async () => {
    if ((await first.count()) > 0) await first.click();
    await tree.getByRole("treeitem", { expanded: true }).first().waitFor();
  });
  await measurer.step("open all groups", async () => {
    await page.getByRole("button", { name: "Open all groups" }).click();
    await tree.locator("[role=treeitem][aria-level='2']").first().waitFor();
  });
  await measurer.step("select an entry", async () => {
    await tree.locator("[role=treeitem]:not([aria-expanded])").first().click();
    await inspector.getByRole("heading", { level: 2 }).waitFor();
  });
  await measurer.step("20 arrow keys", async () => {
    for (let press = 0; press < 20; press += 1) await page.keyboard.press("ArrowDown");
  });
  await measurer.step("filter by a state", async () => {
    await draft.first().click();
    await page.waitForURL(/=draft/);
  });
  await measurer.step("clear the filter", async () => {
    await draft.first().click();
    await page.waitForURL((url) => !url.search.includes("draft"));
  });
  const closed = page.getByRole("region", { name: "Filters" }).locator("button[aria-expanded=false]");
  await measurer.step("open all facets", async () => {
    while ((await closed.count()) > 0) await closed.first().click();
  });
  await measurer.step("choose a policy group", async () => {
    const policies = page.getByRole("group", { name: "Policy group" });
    await policies.getByRole("checkbox").first().click();
    await page.waitForURL(/policy=/);
    await policies.getByRole("checkbox").first().click();
    await page.waitForURL((url) => !url.search.includes("policy="));
  });
  await measurer.step("see as, and back", async () => {
    await page.getByRole("button", { name: "See as" }).click();
    await page.getByText(/^\d+ of [\d,]+ callable$/).waitFor();
    await page.getByRole("button", { name: "Show everything again" }).click();
    await page.waitForURL((url) => !url.search.includes("as="));
  });
  await measurer.step("look at the layers", async () => {
    await page.getByRole("button", { name: "Layers" }).click();
    await page.getByRole("region", { name: "Roots" }).waitFor();
    await page.getByRole("button", { name: "Tree list", exact: true }).click();
    await tree.waitFor();
  });
  await measurer.step("type in the search", async () => {
    await search.pressSequentially("errors in lines of a log", { delay: 20 });
    await page.getByRole("listbox", { name: "Search capabilities" }).getByRole("option").first().waitFor();
  });
  await measurer.step("leave the search", async () => {
    await search.fill("");
    await tree.waitFor();
  });
  await measurer.step("look at the graph", async () => {
    await page.getByRole("button", { name: "Graph", exact: true }).click();
    await graph.locator(".react-flow__node").first().waitFor();
  });
  await measurer.step("20 arrow keys in the graph", async () => {
    await graph.focus();
    for (let press = 0; press < 20; press += 1) await page.keyboard.press("ArrowDown");
  });
  await measurer.step("filter in the graph", async () => {
    await draft.first().click();
    await page.waitForURL(/=draft/);
    await draft.first().click();
    await page.waitForURL((url) => !url.search.includes("draft"));
  });
  await page.goto(`${app.url}/capabilities?selected=${name}`);
  await inspector.getByText("Written the first time.").first().waitFor();
  await measurer.step("a new revision arrives", async () => {
    measurer.bytes = 0;
    writeFileSync(join(app.rootFolder, name, "CAPABILITY.yaml"), toChanged(name, "again"));
    await inspector.getByText("Written again.").first().waitFor();
  });
  await context.close();
  return { steps: measurer.steps, catalogBytes, changeBytes: measurer.bytes };
}

function report(many: Measured, floor: Measured): void {
  console.log(`step                         floor ms      ${COUNT} ms   ratio   longest task ms   of it cpu   goal`);
  let isOver = false;
  for (const [at, { name, ms, longestTaskMs, longestCpuMs }] of many.steps.entries()) {
    const floorMs = floor.steps[at]?.ms ?? Number.NaN;
    const isStepOver = at > 0 && longestCpuMs > TASK_MS_GOAL;
    isOver ||= isStepOver;
    const task = longestTaskMs === 0 ? "under 50" : longestTaskMs.toFixed(0);
    console.log(
      `${name.padEnd(26)}  ${floorMs.toFixed(0).padStart(8)}  ${ms.toFixed(0).padStart(10)}  ${(ms / floorMs).toFixed(1).padStart(6)}   ${task.padStart(15)}   ${longestCpuMs.toFixed(0).padStart(9)}   ${at === 0 ? "none" : `at most ${TASK_MS_GOAL}${isStepOver ? ", MISSED" : ""}`}`,
    );
  }
  const toKb = (bytes: number) => (bytes / 1_000).toFixed(1);
  console.log(`catalog on the wire: ${toKb(many.catalogBytes)} kB (floor ${toKb(floor.catalogBytes)} kB)`);
  console.log(`one changed entry on the wire: ${toKb(many.changeBytes)} kB (floor ${toKb(floor.changeBytes)} kB)`);
  if (isOver) console.log("A step held the page's thread for longer than the goal.");
}

async function main(): Promise<void> {
  if (!hasManyCapabilities()) {
    console.log("Skipped: ../shared/data/search is absent, and 5,000 real-looking capabilities are made from it.");
    return;
  }
  buildProduct();
  const { version } = JSON.parse(readFileSync("node_modules/@playwright/test/package.json", "utf8"));
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  try {
    console.log(`Chromium ${browser.version()}, Playwright ${version}; one run each, empty cache.`);
    const floor = await measure(browser, 0);
    report(await measure(browser, COUNT), floor);
  } finally {
    await browser.close();
  }
}

await main();
