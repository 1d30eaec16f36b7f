import { expect, expectState, signIn, test } from "./fixtures";
import { gateModel, toAnswer, toCall } from "./model-scripts";

test("a question that needs a capability is answered turn by turn, and a reload in the middle loses nothing", async ({
  page,
  startApp,
  startModel,
}) => {
  const gated = gateModel([
    toCall("cron-explain"),
    JSON.stringify({ expression: "30 9 * * 1-5" }),
    toAnswer("At half past nine on working days."),
  ]);
  const model = await startModel(gated.script);
  const app = await startApp({ env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "test-key-of-the-journey" } });
  await signIn(page, app, "/runs");

  await page.getByLabel("Your question").fill("When does the cron expression 30 9 * * 1-5 fire?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page).toHaveURL(/\/runs\/.+/);
  await model.waitForQuestions(1);

  // The first turn: what was searched and found and why; the model has not answered yet.
  const timeline = page.getByRole("log", { name: "Timeline" });
  await expect(timeline.getByRole("heading", { name: "Turn 1" })).toBeVisible();
  await expect(timeline.getByRole("link", { name: "cron-explain" })).toBeVisible();
  await expect(timeline.getByText(/^BM25 \d/)).not.toHaveCount(0);
  await expect(timeline.getByRole("heading", { name: "Turn 2" })).toHaveCount(0);
  await expectState(page, "running");

  // It chooses and fills the arguments; the call runs; the second turn begins and waits for the model.
  gated.release(2);
  await model.waitForQuestions(3);
  await expect(timeline.getByRole("heading", { name: "Turn 2" })).toBeVisible();
  await expect(timeline.getByRole("button", { name: /^cron-explain done/ })).toBeVisible();
  await expect(timeline.getByText('"expression": "30 9 * * 1-5"')).toBeVisible();
  await expect(page.getByRole("region", { name: "Answer" })).toHaveCount(0);

  const eventCount = page.getByText(/^\d+ events$/);
  const before = await eventCount.textContent();
  await page.reload();
  await expect(timeline.getByRole("heading", { name: "Turn 2" })).toBeVisible();
  await expect(eventCount).toHaveText(before ?? "");
  await expect(timeline.getByRole("button", { name: /^cron-explain done/ })).toBeVisible();

  gated.release(1);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("At half past nine on working days.");
  await expectState(page, "completed");
  // Nothing was asked twice, and the call points to its execution.
  expect(model.questions).toHaveLength(3);
  await timeline.getByRole("link", { name: /^execution_/ }).click();
  await expect(page).toHaveURL(/\/executions\//);
  await expect(page.getByRole("heading", { name: "cron-explain" })).toBeVisible();
  await expectState(page, "completed");
});

test("with no model connected an offered question is answered, and every screen says by whom", async ({
  page,
  app,
}) => {
  await signIn(page, app, "/runs");
  await expect(page.getByText("No model is connected: the offline planner answers.")).toBeVisible();
  const offered = page.getByRole("list", { name: "Questions that can be answered now" }).getByRole("button");
  await expect(offered).toHaveCount(3);
  await offered.filter({ hasText: "TK-20241215-001" }).click();
  await expect(page).toHaveURL(/\/runs\/.+/);
  await expectState(page, "completed");
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("TK-20241215-001");
  await expect(
    page.getByRole("log", { name: "Timeline" }).getByRole("button", { name: /^query_ticket_status done/ }),
  ).toBeVisible();
  await expect(page.getByText("No model is connected: the offline planner answers.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Model: no model: offline planner" })).toBeVisible();

  // The list shows it as the newest one.
  await page.getByRole("navigation", { name: "Rooms" }).getByRole("link", { name: /^Runs/ }).click();
  const row = page.getByRole("grid", { name: "Runs and executions" }).getByRole("row", { name: /TK-20241215-001/ });
  await expect(row).toContainText("completed");
});

test("a question that holds a whole log still says what was asked, what was found and who answers", async ({
  page,
  app,
}) => {
  await signIn(page, app, "/runs");
  const line = "2024-12-15 10:24:01 ERROR db: connection refused to 10.0.0.5:5432";
  const log = Array.from({ length: 600 }, () => line).join("\n");
  await page.getByLabel("Your question").fill(`Which errors are the most frequent in this log?\u202e\n${log}`);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expectState(page, "completed");
  await page.reload();

  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("Which errors are the most frequent in this log?");
  await expect(heading).toContainText("U+202E");
  await expect(heading).toContainText(/shown: 1,000 of 3\d,\d{3} characters/);
  await expect(page.getByText("No model is connected: the offline planner answers.")).toBeVisible();
  const timeline = page.getByRole("log", { name: "Timeline" });
  await expect(timeline.getByRole("link", { name: "log-triage" })).not.toHaveCount(0);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("log-triage");
});
