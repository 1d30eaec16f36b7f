import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { expect, signIn, test } from "./fixtures";

/** Written by PostgreSQL (samples/README.md). */
const LOG = "samples/postgresql.log";

async function dropFile(target: Locator, path: string): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(
    ({ name, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: "text/plain" }));
      return transfer;
    },
    { name: path.split("/").pop() ?? path, text: readFileSync(path, "utf8") },
  );
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}

test("log-triage is dry-run on a log file dropped into its field: frames, output, and a partial result without a model", async ({
  page,
  app,
}) => {
  await signIn(page, app, "/capabilities/log-triage?tab=dry-run");
  const pane = page.getByRole("region", { name: "Dry-run" }).and(page.locator("section"));
  const input = pane.getByLabel("Input as JSON");
  await expect(input).not.toHaveValue("");
  await pane.getByRole("button", { name: "Use sample" }).click();
  await expect(input).toHaveValue(/"log":/);

  await dropFile(pane.getByRole("group", { name: /Text from a file/ }).locator("label"), LOG);
  await expect(pane.getByText(/postgresql\.log, 33\.7 KiB, 331 lines/)).toBeVisible();
  await pane.getByRole("button", { name: "Run", exact: true }).click();

  const state = pane.locator("[data-status]");
  await expect(state).toHaveAttribute("data-status", "completed");
  await expect(pane.getByText("Partial result: connect a model")).toBeVisible();
  await expect(pane.getByRole("link", { name: "Connect a model" })).toHaveAttribute("href", "/settings#model");
  // What it found stands in that file: the rush of clients, and the level at which it ran.
  await expect(pane.getByText(/too many clients already/)).not.toHaveCount(0);
  const { level } = await app.query<{ level: string }>("sandbox.get");
  await expect(pane.getByText(level, { exact: true })).toBeVisible();
  // The job went in, the llm step was asked for and refused, the result came back.
  await expect(pane.getByText("to code", { exact: true })).not.toHaveCount(0);
  await expect(pane.getByText("to host", { exact: true })).not.toHaveCount(0);

  await pane.getByRole("link", { name: "Open as a page" }).click();
  await expect(page).toHaveURL(/\/executions\//);
  await expect(page.getByText("Partial result: connect a model")).toBeVisible();
  await page.reload();
  await expect(page.getByText(/too many clients already/)).not.toHaveCount(0);
});

test("with a model connected the same file is explained", async ({ page, startApp, startModel }) => {
  const explanation = {
    cause: "More clients than max_connections allows.",
    evidence: "FATAL: sorry, too many clients already",
    next_steps: ["Put a pooler in front."],
  };
  const model = await startModel([JSON.stringify(explanation)]);
  const app = await startApp({ env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "test-key-of-the-journey" } });
  await signIn(page, app, "/capabilities/log-triage?tab=dry-run");
  const pane = page.getByRole("region", { name: "Dry-run" }).and(page.locator("section"));
  await pane.getByLabel("Choose a file for log").setInputFiles(LOG);
  await expect(pane.getByText(/postgresql\.log, 33\.7 KiB/)).toBeVisible();
  await pane.getByLabel("Input as JSON").press("Control+Enter");
  await expect(pane.locator("[data-status]")).toHaveAttribute("data-status", "completed");
  await expect(pane.getByText(/More clients than max_connections allows\./)).not.toHaveCount(0);
  await expect(pane.getByText("Partial result: connect a model")).toHaveCount(0);
  expect(model.questions).toHaveLength(1);
});

test("an input that is not JSON, or of the wrong type, is refused in its place and nothing is lost", async ({
  page,
  app,
}) => {
  await signIn(page, app, "/capabilities/cron-explain?tab=dry-run");
  const pane = page.getByRole("region", { name: "Dry-run" }).and(page.locator("section"));
  const input = pane.getByLabel("Input as JSON");
  await input.fill('{"expression": ');
  await pane.getByRole("button", { name: "Run", exact: true }).click();
  await expect(pane.getByRole("alert")).toContainText("The input is not JSON.");
  await input.fill('{"expression": 5}');
  await pane.getByRole("button", { name: "Run", exact: true }).click();
  await expect(pane.getByRole("alert").filter({ hasText: /expression.*string/ })).toBeVisible();
  await expect(input).toHaveValue('{"expression": 5}');
  await input.fill('{"expression": "0 9 * * *"}');
  await pane.getByRole("button", { name: "Run", exact: true }).click();
  await expect(pane.locator("[data-status]")).toHaveAttribute("data-status", "completed");

  // Its cases run one after the other and pass.
  await page.getByRole("tab", { name: "Cases" }).click();
  await page.getByRole("button", { name: "Run all cases" }).click();
  await expect(page.getByText(/^(\d+) of \1 passed$/)).toBeVisible({ timeout: 120_000 });
});
