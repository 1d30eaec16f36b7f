import { expect, signIn, test } from "./fixtures";

const COUNT = 700;

test("the graph draws at most 300 nodes of a big catalog, counts the rest and turns it in place", async ({
  page,
  app,
}) => {
  for (let at = 0; at < COUNT; at += 1) {
    const name = `big-${String(at).padStart(3, "0")}`;
    app.writeCapability(name, {
      "CAPABILITY.yaml": `name: ${name}\nversion: 0.1.0\ntype: tool\ndescription: Number ${at}.\ntree: { group: ${at < 600 ? "big" : "small"} }\n`,
      "impl/run.mjs": "// nothing\n",
    });
  }
  await app.admitProject();
  await signIn(page, app, "/capabilities?view=graph&layer=L2");
  const graph = page.getByRole("application", { name: "Capability graph" });
  const node = (name: string) => graph.getByText(name, { exact: true });
  await expect(node("big")).toBeVisible();
  await expect(graph.getByText(`0 of ${COUNT} entries drawn`)).toBeVisible();

  await test.step("levels open and close by one control", async () => {
    const levels = graph.getByRole("group", { name: "Levels that are open" });
    await levels.getByRole("button", { name: "All" }).click();
    await expect(levels.getByRole("button", { name: "All" })).toHaveAttribute("aria-pressed", "true");
    await expect(graph.getByText(/^2\d\d of 700 entries drawn$/)).toBeVisible();
    await graph.getByRole("button", { name: "Fit to the window" }).click();
    await expect(graph.getByText("big-000", { exact: true })).toBeVisible();
    await expect.poll(() => graph.locator(".react-flow__node").count()).toBeLessThanOrEqual(300);
  });

  await test.step("what is not drawn is turned to in place", async () => {
    const more = graph.getByRole("button", { name: /^\d+ more$/ });
    await more.first().click();
    await expect(graph.getByRole("button", { name: /before these$/ })).not.toHaveCount(0);
    await expect(graph.getByText("big-000", { exact: true })).toHaveCount(0);
    await graph
      .getByRole("button", { name: /before these$/ })
      .first()
      .click();
    await expect(graph.getByText("big-000", { exact: true })).not.toHaveCount(0);
  });

  await test.step("keys move one selection, the group around it opens and closes", async () => {
    await graph.focus();
    await page.keyboard.press("Home");
    await expect(page).toHaveURL(/selected=big/);
    await page.keyboard.press("ArrowLeft");
    await expect(graph.getByText("big-000", { exact: true })).toHaveCount(0);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/selected=big-000/);
    await expect(
      page.getByRole("region", { name: "Selection" }).getByRole("heading", { name: "big-000" }),
    ).toBeVisible();
  });

  await test.step("a link to an entry far down draws it among its neighbours", async () => {
    await page.goto(`${app.url}/capabilities?view=graph&layer=L2&selected=big-555`);
    await expect(graph.getByText("big-555", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Tree list", exact: true }).click();
    await expect(page.getByRole("treeitem", { name: /big-555/ })).toHaveAttribute("aria-selected", "true");
  });
});

test("a graph that cannot be placed says so with its numbers and leads to the tree list", async ({ page, app }) => {
  await page.addInitScript(() => {
    // A worker that starts and never answers: a machine that is far too busy.
    class SilentWorker extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    }
    Object.assign(window, { Worker: SilentWorker });
  });
  await signIn(page, app, "/capabilities?view=graph");
  const refusal = page.getByRole("alert").filter({ hasText: "The graph was not placed within 5 s." });
  await expect(refusal).toContainText(/It would draw \d+ nodes of \d+ entries/);
  await refusal.getByRole("button", { name: "Show the tree list" }).click();
  await expect(page.getByRole("tree", { name: "Capability tree" })).toBeVisible();
});
