// Bytes of JavaScript on the wire for each page, cold, in a real browser against the built product. Goal: at most 250 kB
// where no editor or graph is open. Repeat: npx tsx bench/pages.ts (after `npm start` or `npm test` has built the pages).
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium } from "@playwright/test";
import { findServerCode } from "../e2e/find-server-code";
import { App, buildProduct } from "../e2e/start-app";
import playwrightConfig from "../playwright.config";

const BUDGET_BYTES = 250_000;
/** A page is at rest when no script arrived for so long. */
const REST_MS = 2_500;

type Weight = { scripts: number; bytes: number };

/** Opens one page with an empty cache and adds up what the network carried until it came to rest. */
async function weigh(browser: Browser, app: App, path: string): Promise<Weight> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(await app.openAddress());
    const session = await context.storageState();
    const cold = await browser.newContext({ storageState: session });
    const weight: Weight = { scripts: 0, bytes: 0 };
    const sizes: Promise<void>[] = [];
    const opened = await cold.newPage();
    opened.on("requestfinished", (request) => {
      if (request.resourceType() !== "script" && request.resourceType() !== "other") return;
      if (!new URL(request.url()).pathname.endsWith(".js")) return;
      const add = request.sizes().then(({ responseBodySize }) => {
        weight.scripts += 1;
        weight.bytes += responseBodySize;
      });
      sizes.push(add);
    });
    await opened.goto(`${app.url}${path}`, { waitUntil: "load" });
    for (let seen = -1; seen !== sizes.length; await wait(REST_MS)) seen = sizes.length;
    await Promise.all(sizes);
    await cold.close();
    return weight;
  } finally {
    await context.close();
  }
}

async function main(): Promise<void> {
  buildProduct();
  await using app = new App();
  await app.start();
  const run = await app.mutate<{ id: string }>("run.start", { message: "What can you do?" });
  const execution = await app.mutate<{ executionId: string }>("execution.start", {
    name: "cron-explain",
    subject: { kind: "current" },
    input: { expression: "0 9 * * 1-5" },
  });
  const pages: [name: string, path: string, hasBudget: boolean][] = [
    ["capabilities, list", "/capabilities", true],
    ["capabilities, graph", "/capabilities?view=graph", false],
    ["capability, overview", "/capabilities/cron-explain", true],
    ["capability, editor", "/capabilities/cron-explain?tab=edit", false],
    ["runs", "/runs", true],
    ["run", `/runs/${run.id}`, true],
    ["execution", `/executions/${execution.executionId}`, true],
    ["review", "/review", true],
    ["settings", "/settings", true],
  ];
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  let isOver = false;
  try {
    console.log("page                      scripts   kB on the wire   goal");
    for (const [name, path, hasBudget] of pages) {
      const { scripts, bytes } = await weigh(browser, app, path);
      const isPageOver = hasBudget && bytes > BUDGET_BYTES;
      isOver ||= isPageOver;
      const goal = hasBudget ? `at most ${BUDGET_BYTES / 1000}${isPageOver ? ", MISSED" : ""}` : "none";
      console.log(
        `${name.padEnd(24)}  ${String(scripts).padStart(7)}   ${(bytes / 1000).toFixed(1).padStart(14)}   ${goal}`,
      );
    }
  } finally {
    await browser.close();
  }
  if (isOver) console.log("A page is over its budget.");
  const { files, found } = findServerCode();
  console.log(`server code in ${files} scripts: ${found.length === 0 ? "none" : found.join(", ")}`);
}

await main();
