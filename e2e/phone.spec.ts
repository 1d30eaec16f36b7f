import { expect, expectState, signIn, test } from "./fixtures";

test.use({ viewport: { width: 390, height: 844 } });

test("on a phone panes become pages, the rooms are at the bottom, and nothing scrolls sideways", async ({
  page,
  app,
}) => {
  const expectNoSidewaysScroll = () =>
    expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0);
  await signIn(page, app);
  const tree = page.getByRole("tree", { name: "Capability tree" });
  await expect(tree).toBeVisible();
  await expectNoSidewaysScroll();

  await page.getByRole("searchbox", { name: "Search capabilities" }).fill("errors in a log");
  await page.getByRole("option", { name: /log-triage/ }).click();
  await expect(page.getByRole("heading", { name: "log-triage" })).toBeVisible();
  await expect(page.getByRole("option", { name: /log-triage/ })).toBeHidden();
  await expectNoSidewaysScroll();
  await page.getByRole("button", { name: /^Back to/ }).click();
  await expect(page.getByRole("option", { name: /log-triage/ })).toBeVisible();

  // What an agent gets is a page of its own here.
  await page.goto(`${app.url}/capabilities`);
  await page.getByRole("button", { name: "See as" }).click();
  await expectNoSidewaysScroll();
  await page.getByRole("button", { name: "What it gets" }).click();
  await expect(page.getByRole("heading", { name: "What a question gets" })).toBeVisible();
  await expectNoSidewaysScroll();
  await page.getByRole("button", { name: /^Back to/ }).click();
  await expect(tree).toBeVisible();
  await page.goto(`${app.url}/capabilities?view=layers`);
  await expect(page.getByRole("region", { name: "Roots" })).toBeVisible();
  await expectNoSidewaysScroll();

  const rooms = page.getByRole("navigation", { name: "Rooms" });
  const box = await rooms.boundingBox();
  expect(box === null ? 0 : box.y + box.height).toBe(844);
  await rooms.getByRole("link", { name: /^Runs/ }).click();
  await page.getByRole("button", { name: /TK-20241215-001/ }).click();
  await expectState(page, "completed");
  await expect(page.getByRole("region", { name: "Answer" })).toBeVisible();
  await expectNoSidewaysScroll();
  await rooms.getByRole("link", { name: /^Settings/ }).click();
  await expect(page.getByLabel("Address of the API")).toBeVisible();
  await expectNoSidewaysScroll();
});
