// Every page with real data, at 1440 x 900 and 390 x 844, light and dark, into /tmp/shots; and docs/screenshot.png.
// Repeat: npx tsx e2e/screenshots.ts [words of the pages wanted]
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config";
import { toAnswer, toCall } from "./model-scripts";
import { startModelServer } from "./model-server";
import { App, buildProduct } from "./start-app";

const FOLDER = "/tmp/shots";
const HERO = join("docs", "screenshot.png");
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const QUESTION = "What is the status of ticket TK-20241215-001?";

type Shot = { name: string; path: string; prepare?: (page: Page) => Promise<void> };

/** A log dry-run beside its contract. */
async function runLogTriage(page: Page): Promise<void> {
  await page.getByLabel("Choose a file for log").setInputFiles("samples/postgresql.log");
  await page.getByText(/postgresql\.log, /).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator('[data-status="completed"]').waitFor();
}

type Ids = { planner: string; scripted: string; execution: string };

async function makeShots(app: App, ids: Ids): Promise<Shot[]> {
  const contract = readFileSync("capabilities/cron-explain/CAPABILITY.yaml", "utf8");
  await app.mutate("draft.save", {
    name: "cron-explain",
    revision: 0,
    changes: [{ path: "CAPABILITY.yaml", text: contract.replace("version: 0.1.0", "version: 0.2.0") }],
  });
  const submission = await app.mutate<{ id: string }>("review.submit", {
    name: "cron-explain",
    note: "Says it better.",
  });
  return [
    { name: "capabilities", path: "/capabilities?selected=log-triage" },
    { name: "graph", path: "/capabilities?view=graph&selected=log-triage" },
    { name: "see-as", path: "/capabilities?as=task_write" },
    { name: "layers", path: "/capabilities?view=layers" },
    { name: "search", path: "/capabilities?q=errors+in+a+log&selected=log-triage" },
    { name: "overview", path: "/capabilities/log-triage" },
    { name: "edit", path: "/capabilities/log-triage?tab=edit" },
    { name: "dry-run", path: "/capabilities/log-triage?tab=dry-run", prepare: runLogTriage },
    { name: "cases", path: "/capabilities/log-triage?tab=cases" },
    { name: "health", path: "/health?section=colliding" },
    { name: "runs", path: "/runs" },
    { name: "run", path: `/runs/${ids.scripted}` },
    { name: "run-planner", path: `/runs/${ids.planner}` },
    { name: "execution", path: `/executions/${ids.execution}` },
    { name: "review", path: "/review" },
    { name: "submission", path: `/review/${submission.id}` },
    { name: "settings", path: "/settings" },
    { name: "not-found", path: "/nowhere" },
    { name: "missing-run", path: "/runs/run_of_another_state" },
  ];
}

async function waitForEnd(app: App, id: string): Promise<void> {
  for (let isEnded = false; !isEnded; ) {
    ({ isEnded } = await app.query<{ isEnded: boolean }>("run.readEvents", { id, waitMs: 2_000, limit: 5_000 }));
  }
}

async function shoot(browser: Browser, app: App, shots: readonly Shot[]): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({ viewport, colorScheme, hasTouch: size === "phone" });
      const page = await context.newPage();
      await page.goto(app.url);
      await page.screenshot({ path: join(FOLDER, `no-session-${size}-${colorScheme}.png`) });
      await page.goto(await app.openAddress());
      for (const { name, path, prepare } of shots) {
        // biome-ignore lint/suspicious/noPlaywrightNetworkidle: a picture of a page at rest, whichever page it is
        await page.goto(`${app.url}${path}`, { waitUntil: "networkidle" });
        await prepare?.(page);
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({ path: join(FOLDER, `${name}-${size}-${colorScheme}.png`) });
        if (name === "run" && size === "desk" && colorScheme === "light") await page.screenshot({ path: HERO });
      }
      await context.close();
    }
  }
}

mkdirSync(FOLDER, { recursive: true });
buildProduct();
await using app = new App();
await app.start();
const planner = await app.mutate<{ id: string }>("run.start", { message: QUESTION });
await waitForEnd(app, planner.id);
await using model = await startModelServer([
  toCall("query_ticket_status"),
  '{"ticket_id":"TK-20241215-001"}',
  toAnswer("TK-20241215-001 stands at development; it was last updated on 15 December."),
]);
await app.mutate("settings.setModel", { connection: { baseUrl: model.baseUrl, name: "scripted", apiKey: "sk-shots" } });
const scripted = await app.mutate<{ id: string }>("run.start", { message: QUESTION });
await waitForEnd(app, scripted.id);
await app.mutate("settings.setModel", { connection: null });
const { executionId } = await app.mutate<{ executionId: string }>("execution.start", {
  name: "cron-explain",
  subject: { kind: "current" },
  input: { expression: "30 9 * * 1-5" },
});
await waitForEnd(app, executionId);
const shots = await makeShots(app, { planner: planner.id, scripted: scripted.id, execution: executionId });
const wanted = process.argv.slice(2);
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  await shoot(
    browser,
    app,
    shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
  );
} finally {
  await browser.close();
}
