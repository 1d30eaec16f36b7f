import { expect, expectState, signIn, test } from "./fixtures";
import { gateModel, toAnswer, toCall } from "./model-scripts";

test("a run whose server was killed stands in the open page as interrupted, and goes on from there without repeating a call", async ({
  page,
  startApp,
  startModel,
  expectNoise,
}) => {
  test.slow();
  expectNoise(/WebSocket|status of 503|ERR_/);
  const gated = gateModel([
    toCall("cron-explain"),
    JSON.stringify({ expression: "30 9 * * 1-5" }),
    "The question that the kill cut off; nobody hears this.",
    toAnswer("At half past nine on working days."),
  ]);
  const model = await startModel(gated.script);
  const app = await startApp({
    env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "test-key-of-the-journey", CAPSTAN_LEASE_MS: "2000" },
  });
  await signIn(page, app, "/runs");
  await page.getByLabel("Your question").fill("When does the cron expression 30 9 * * 1-5 fire?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  gated.release(2);
  await model.waitForQuestions(3);
  const timeline = page.getByRole("log", { name: "Timeline" });
  await expect(timeline.getByRole("heading", { name: "Turn 2" })).toBeVisible();

  await app.stop("SIGKILL");
  await expect(page.getByText("Reconnecting", { exact: true })).toBeVisible();
  await expect(timeline.getByRole("button", { name: /^cron-explain done/ })).toBeVisible();
  await app.start();

  // The page was never reloaded: it hears of the interruption by itself.
  await expectState(page, "interrupted");
  await expect(timeline.getByRole("button", { name: /^cron-explain done/ })).toBeVisible();
  gated.release(2);
  await page.getByRole("button", { name: "Resume" }).click();
  await expectState(page, "completed");
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("At half past nine on working days.");
  await expect(timeline.getByRole("button", { name: /^cron-explain done/ })).toHaveCount(1);
  // Choice, arguments, the question that was cut off, and the same one again.
  expect(model.questions).toHaveLength(4);
  const executions = await app.query<{ total: number }>("run.list", { kind: "execution" });
  expect(executions.total).toBe(1);
});
