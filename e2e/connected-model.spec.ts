import { expect, expectState, signIn, test } from "./fixtures";
import { toAnswer, toCall } from "./model-scripts";

const KEY = "sk-journey-0123456789abcdef";

test("a model connected in Settings answers the same question over real HTTP, and its key is shown nowhere", async ({
  page,
  app,
  startModel,
}) => {
  // The connection's test asks one question of its own.
  const model = await startModel([
    "pong",
    toCall("query_ticket_status"),
    '{"ticket_id":"TK-20241215-001"}',
    toAnswer("It stands at development."),
  ]);
  await signIn(page, app, "/settings#model");
  await expect(page.getByText("No model is connected. The offline planner answers")).toBeVisible();
  await page.getByLabel("Address of the API").fill(model.baseUrl);
  await page.getByLabel("Model name").fill("scripted");
  await page.getByLabel("API key").fill(KEY);
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText(/The model answered in/)).toBeVisible();
  await expect(page.getByText("pong")).toBeVisible();
  await page.getByRole("button", { name: "Save and connect" }).click();
  await expect(page.getByText("A key is stored.")).toBeVisible();
  await expect(page.getByText("set here", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Model: scripted/ })).toBeVisible();

  await page.goto(`${app.url}/runs`);
  await expect(page.getByText("the offline planner answers")).toHaveCount(0);
  await page.getByLabel("Your question").fill("What is the status of ticket TK-20241215-001?");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expectState(page, "completed");
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("It stands at development.");
  const timeline = page.getByRole("log", { name: "Timeline" });
  await expect(timeline.getByRole("button", { name: /^query_ticket_status done/ })).toBeVisible();
  await expect(timeline.getByText("scripted", { exact: false })).not.toHaveCount(0);

  expect(new Set(model.questions.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${KEY}`]));
  const { runs } = await app.query<{ runs: { id: string }[] }>("run.list", { kind: "run" });
  const log = await app.query("run.readEvents", { id: runs[0]?.id ?? "" });
  expect(JSON.stringify(log)).not.toContain(KEY);
  expect(JSON.stringify(await app.query("settings.get"))).not.toContain(KEY);
  expect(await page.content()).not.toContain(KEY);
});
