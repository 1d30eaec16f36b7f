import { expect, signIn, test } from "./fixtures";

test("the printed address opens the workbench, and words that are not in a name find the capability and say why", async ({
  page,
  app,
}) => {
  await page.goto(app.printedAddress);
  await expect(page).toHaveURL(`${app.url}/capabilities`);
  const tree = page.getByRole("tree", { name: "Capability tree" });
  await expect(tree).toBeVisible();

  await page.getByRole("searchbox", { name: "Search capabilities" }).fill("what went wrong in these server lines");
  const results = page.getByRole("listbox", { name: "Search capabilities" });
  const found = results.getByRole("option", { name: /log-triage/ });
  await expect(found).toBeVisible();
  await expect(found.getByText(/^BM25 \d/)).toBeVisible();
  // The words that matched are lit where they stand.
  await expect(found.locator("mark").filter({ hasText: /^lines$/ })).not.toHaveCount(0);
  await expect(page.getByText(/results of \d+ searched in/)).toBeVisible();

  await found.click();
  const inspector = page.getByRole("region", { name: "Selection" });
  await expect(inspector.getByRole("heading", { name: "log-triage" })).toBeVisible();
  await expect(inspector.getByText("trusted", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/log-triage/);

  // Without the search the selection stands in the tree.
  await page.getByRole("searchbox", { name: "Search capabilities" }).fill("");
  await expect(tree.getByRole("treeitem", { name: /log-triage/ })).toHaveAttribute("aria-selected", "true");
});

test("tree list and graph are two drawings of one selection", async ({ page, app }) => {
  await signIn(page, app);
  const tree = page.getByRole("tree", { name: "Capability tree" });
  await page.getByRole("button", { name: "Open all groups" }).click();
  await tree.getByRole("treeitem", { name: /csv-profile/ }).click();
  await expect(page).toHaveURL(/csv-profile/);

  await page.getByRole("button", { name: "Graph", exact: true }).click();
  const graph = page.getByRole("application", { name: "Capability graph" });
  const inspector = page.getByRole("region", { name: "Selection" });
  await expect(graph.getByText("csv-profile", { exact: true })).toBeVisible();
  await expect(inspector.getByRole("heading", { name: "csv-profile" })).toBeVisible();

  // Arrows move the selection of the graph; the tree list shows the same one.
  await graph.focus();
  await page.keyboard.press("ArrowDown");
  const heading = inspector.getByRole("heading", { level: 2 });
  await expect(heading).not.toHaveText("csv-profile");
  const name = (await heading.textContent()) ?? "";
  await page.getByRole("button", { name: "Tree list", exact: true }).click();
  await expect(tree.getByRole("treeitem", { name: new RegExp(name) })).toHaveAttribute("aria-selected", "true");

  // A reload keeps it: the selection is in the address.
  await page.reload();
  await expect(heading).toHaveText(name);
});

test("the palette finds capabilities from any page and goes there by keyboard alone", async ({ page, app }) => {
  await signIn(page, app, "/runs");
  // The browser asks for the suggestions itself: once they are there, the page hears keys.
  await expect(page.getByRole("list", { name: "Questions that can be answered now" })).toBeVisible();
  // Typed at once: nothing is lost while the palette loads.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("errors in a log");
  const palette = page.getByRole("dialog", { name: "Search or go to" });
  await expect(palette.getByRole("combobox")).toHaveValue("errors in a log");
  const option = palette.getByRole("option", { name: /log-triage/ });
  await expect(option).toBeVisible();
  await expect(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("settings");
  await page.keyboard.press("ArrowDown");
  await expect(palette.getByRole("option", { name: /^Settings$/ })).toBeVisible();
  await palette.getByRole("option", { name: /^Settings$/ }).click();
  await expect(page).toHaveURL(`${app.url}/settings`);
});
