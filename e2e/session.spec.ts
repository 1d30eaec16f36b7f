import { expect, expectAccessible, signIn, test } from "./fixtures";

test("without a session every page is one screen that says how to get one; a used address opens no second session", async ({
  page,
  browser,
  app,
  expectNoise,
}) => {
  expectNoise(/status of 401/);
  await page.goto(`${app.url}/runs`);
  await expect(page.getByRole("heading", { name: "Open a session" })).toBeVisible();
  await expect(page.getByText("npx capstan open")).toBeVisible();
  await expectAccessible(page);

  const address = await app.openAddress();
  await page.goto(address);
  await expect(page).toHaveURL(`${app.url}/capabilities`);
  await expect(page.getByRole("tree", { name: "Capability tree" })).toBeVisible();

  const other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto(address);
  await expect(stranger.getByText("This address was used already")).toBeVisible();
  await stranger.goto(`${app.url}/capabilities`);
  await expect(stranger.getByRole("heading", { name: "Open a session" })).toBeVisible();
  await other.close();
});

test("a session lasts over a restart and ends at sign-out", async ({ page, app, expectNoise }) => {
  expectNoise(/WebSocket|status of (401|503)|ERR_/);
  await signIn(page, app, "/runs");
  await expect(page.getByLabel("Your question")).toBeVisible();
  await app.stop();
  await expect(page.getByText("Reconnecting", { exact: true })).toBeVisible();
  await app.start();
  await expect(page.getByText("Reconnecting", { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("Your question")).toBeVisible();

  await page.goto(`${app.url}/settings#session`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Open a session" })).toBeVisible();
});
