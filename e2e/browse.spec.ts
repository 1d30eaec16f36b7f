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
  await expect(page.getByText(/results? of \d+ searched in/)).toBeVisible();

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

test("facets count what they would show, live in the address, and hold for search results too", async ({
  page,
  app,
}) => {
  await signIn(page, app);
  const tree = page.getByRole("tree", { name: "Capability tree" });
  const filters = page.getByRole("region", { name: "Filters" });
  await filters.getByRole("button", { name: "Sub-agent scope" }).click();
  const media = filters.getByRole("group", { name: "Sub-agent scope" }).getByRole("checkbox", { name: /^media/ });
  await media.check();
  await expect(page).toHaveURL(/scope=media/);
  await expect(tree.getByRole("treeitem", { name: /trending_topics/ })).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: /log-triage/ })).toHaveCount(0);
  // The other facets count what is left; the facet itself still counts what another value would show.
  const states = filters.getByRole("group", { name: "State" });
  const shown = await tree.getByRole("treeitem", { level: 3 }).count();
  await expect(states.getByRole("checkbox", { name: new RegExp(`^disabled ?${shown}$`) })).toBeVisible();
  await expect(states.getByRole("checkbox", { name: /^trusted/ })).toBeDisabled();

  await page.reload();
  await expect(media).toBeChecked();
  await filters.getByRole("button", { name: "Clear filters" }).click();
  await expect(tree.getByRole("treeitem", { name: /read_file/ })).toBeVisible();

  await page.getByRole("searchbox", { name: "Search capabilities" }).fill("errors in a log");
  const results = page.getByRole("listbox", { name: "Search capabilities" });
  await expect(results.getByRole("option", { name: /log-triage/ })).toBeVisible();
  await filters
    .getByRole("group", { name: "Type" })
    .getByRole("checkbox", { name: /^Forge/ })
    .check();
  await expect(results.getByRole("option", { name: /log-report/ })).toBeVisible();
  await expect(results.getByRole("option", { name: /log-triage/ })).toHaveCount(0);
});

test("the catalog through an agent's eyes: what it gets, what its prompt says, and why the rest is left out", async ({
  page,
  app,
}) => {
  await signIn(page, app);
  const tree = page.getByRole("tree", { name: "Capability tree" });
  await page.getByRole("button", { name: "See as" }).click();
  const bar = page.getByRole("region", { name: "See as an agent" });
  const panel = page.getByRole("region", { name: "Selection" });
  await expect(panel.getByRole("heading", { name: "What a question gets" })).toBeVisible();
  await expect(bar.getByText(/^\d+ of \d+ callable$/)).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: /log-triage/ })).toBeVisible();
  await expect(tree.getByRole("treeitem", { name: /bash/ })).toHaveCount(0);
  await expect(panel.getByText("- log-triage (tool)", { exact: false })).toBeVisible();

  // A smaller budget than the prompt takes is said in words, not by colour alone.
  const budget = panel.getByRole("textbox", { name: "Budget in tokens" });
  await budget.fill("500");
  await budget.press("Enter");
  await expect(panel.getByText(/over the budget before anything is asked/)).toBeVisible();
  await expect(page).toHaveURL(/budget=500/);

  // A task that writes has its plan confirmed, unless the gate never asks.
  await bar.getByRole("combobox", { name: "Kind of message" }).selectOption("writing task");
  await expect(panel.getByText("A person confirms the whole plan before anything of it is done.")).toBeVisible();
  await bar.getByRole("combobox", { name: "Approvals" }).selectOption("Never asks");
  await expect(panel.getByText("The plan would have to be confirmed, but this mode never asks.")).toBeVisible();

  // What is left out is one press away, and says why there.
  await panel.getByRole("button", { name: /bash/ }).click();
  await expect(panel.getByRole("heading", { name: "bash" })).toBeVisible();
  await expect(panel.getByText("A writing task does not get it: Disabled")).toBeVisible();
  await bar.getByRole("button", { name: "What it gets" }).click();
  await expect(panel.getByRole("heading", { name: "What a writing task gets" })).toBeVisible();

  // Nothing is for a greeting, in the tree as in the prompt.
  await bar.getByRole("combobox", { name: "Kind of message" }).selectOption("greeting");
  await expect(panel.getByRole("heading", { name: "What a greeting gets" })).toBeVisible();
  await bar.getByRole("button", { name: "Show everything again" }).click();
  await expect(tree.getByRole("treeitem", { name: /bash/ })).toBeVisible();
  await expect(page).not.toHaveURL(/as=/);
});

test("layers show the roots in their order and which folder of a name counts", async ({ page, app }) => {
  app.writeCapability("log-triage", {
    "SKILL.md": "---\nname: log-triage\ndescription: How the team reads its logs.\n---\nSlowly.\n",
  });
  await app.admitProject();
  await signIn(page, app);
  await page.getByRole("button", { name: "Layers" }).click();
  await expect(page).toHaveURL(/view=layers/);
  const roots = page.getByRole("region", { name: "Roots" });
  await expect(roots.getByRole("row").nth(1)).toContainText("shipped");
  const names = page.getByRole("grid", { name: "Names that more than one folder claims" });
  const row = names.getByRole("row", { name: /log-triage/ });
  await expect(row).toContainText("overridden");
  await expect(row).toContainText("different");
  await row.click();
  const inspector = page.getByRole("region", { name: "Selection" });
  await expect(inspector.getByText("shadowed", { exact: true })).toBeVisible();
  await inspector.getByRole("button", { name: "Select the one that is used" }).click();
  await expect(inspector.getByRole("paragraph").filter({ hasText: "How the team reads its logs." })).toBeVisible();
  await page.getByRole("button", { name: "Tree list", exact: true }).click();
  const tree = page.getByRole("tree", { name: "Capability tree" });
  await expect(tree.getByRole("treeitem", { name: /log-triage/, selected: true })).toBeVisible();
});

test("the tree list is worked by keys alone: letters find a row, an asterisk opens the groups beside it", async ({
  page,
  app,
}) => {
  await signIn(page, app);
  const tree = page.getByRole("tree", { name: "Capability tree" });
  const heading = page.getByRole("region", { name: "Selection" }).getByRole("heading", { level: 2 });
  await expect(tree.getByRole("treeitem", { name: /log-triage/ })).toBeVisible();
  await tree.focus();
  await page.keyboard.type("log-t");
  await expect(heading).toHaveText("log-triage");
  await page.keyboard.press("Home");
  await expect(heading).toHaveText("runtime");
  await page.getByRole("button", { name: "Close all groups" }).click();
  await expect(tree.getByRole("treeitem", { name: /log-triage/ })).toHaveCount(0);
  await tree.focus();
  await page.keyboard.press("*");
  await expect(tree.getByRole("treeitem", { name: /log-triage/ })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(tree.getByRole("treeitem", { name: /^runtime/ })).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("treeitem", { name: /^runtime/ })).toHaveAttribute("aria-expanded", "true");
});
