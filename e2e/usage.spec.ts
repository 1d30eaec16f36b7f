import { expect, expectAccessible, signIn, test } from "./fixtures";

test("a capability says that nothing called it, and after a run how often, how fast and how large", async ({
  page,
  app,
}) => {
  await signIn(page, app, "/capabilities/cron-explain");
  const use = page.locator("section").filter({ has: page.getByRole("heading", { name: "Use", exact: true }) });
  await expect(use).toContainText("Nothing has called it yet.");
  await expect(use).toContainText("No run's search has found it.");
  await expect(use).toContainText(/Loaded.*in (under 1|\d+) ms/);

  const { id } = await app.mutate<{ id: string }>("run.start", {
    message: "When does the cron expression 30 9 * * 1-5 fire? Use cron-explain.",
    allowDrafts: false,
  });
  await page.goto(`${app.url}/runs/${id}`);
  await expect(page.getByRole("region", { name: "Answer" })).toBeVisible();

  await page.goto(`${app.url}/capabilities/cron-explain`);
  await expect(use).toContainText(/Calls\s*1\s*none failed/);
  await expect(use).toContainText(/Input\s*\d+ B/);
  await expect(use).toContainText(/Found.*by (a run|runs)/);
  await expectAccessible(page);
});
