import { expect, signIn, test } from "./fixtures";

test("tree, search, palette and shortcut sheet work by keyboard alone, and Esc closes the topmost thing", async ({
  page,
  app,
}) => {
  await signIn(page, app);
  const tree = page.getByRole("tree", { name: "Capability tree" });
  const inspector = page.getByRole("region", { name: "Selection" });
  await expect(tree).toBeVisible();
  await page.getByRole("button", { name: "Close all groups" }).click();
  await tree.focus();
  await page.keyboard.press("Home");
  const selected = tree.getByRole("treeitem", { selected: true });
  await expect(selected).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  await expect(selected).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await expect(selected).toHaveAttribute("aria-level", "2");
  await expect(inspector.getByRole("heading", { level: 2 })).toBeVisible();

  // "/" goes to the page's search from anywhere.
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search capabilities" })).toBeFocused();
  await page.keyboard.type("csv");
  await expect(page.getByRole("option", { name: /csv-profile/ })).toBeVisible();
  await page.getByRole("listbox", { name: "Search capabilities" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { selected: true })).toHaveCount(1);

  // The sheet over the palette: Esc closes one after the other.
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or go to" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  // The list of runs: down to a row, Enter opens it.
  await app.mutate("run.start", { message: "What is the status of ticket TK-20241215-001?" });
  await page.goto(`${app.url}/runs`);
  const grid = page.getByRole("grid", { name: "Runs and executions" });
  await expect(grid.getByRole("row", { name: /TK-20241215-001/ })).toBeVisible();
  await grid.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs\/.+/);
});
