import { expect, expectAccessible, expectState, signIn, test } from "./fixtures";

const CONTRACT = `name: by-file
version: 0.1.0
description: Came by file.
contract: { input: { type: object }, output: { type: object } }
`;

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious on any page in ${colorScheme}`, async ({ page, app, expectNoise }) => {
    test.slow();
    expectNoise(/status of 404.*\/nowhere/);
    await page.emulateMedia({ colorScheme });
    await signIn(page, app);
    await expect(page.getByRole("tree", { name: "Capability tree" })).toBeVisible();
    await test.step("capabilities", () => expectAccessible(page));
    await test.step("capabilities: search and selection", async () => {
      await page.getByRole("searchbox", { name: "Search capabilities" }).fill("errors in a log");
      await page.getByRole("option", { name: /log-triage/ }).click();
      await expect(page.getByRole("heading", { name: "log-triage" })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("capabilities: graph", async () => {
      await page.goto(`${app.url}/capabilities?view=graph`);
      await expect(page.getByRole("application", { name: "Capability graph" })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("capabilities: every facet open, through an agent's eyes", async () => {
      await page.goto(`${app.url}/capabilities?as=task_write&as_scope=media&scope=media,-&budget=900`);
      await expect(
        page.getByRole("heading", { name: "What the sub-agent media gets for a writing task" }),
      ).toBeVisible();
      await page.getByRole("button", { name: "Policy group" }).click();
      await expectAccessible(page);
    });
    await test.step("capabilities: layers", async () => {
      await page.goto(`${app.url}/capabilities?view=layers&selected=runtime/bash`);
      await expect(page.getByRole("region", { name: "Roots" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "bash" })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("health", async () => {
      await page.goto(`${app.url}/health`);
      await expect(page.getByText("Nothing to mend: every folder of every root can be loaded.")).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("palette", async () => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox", { name: "Search or go to" })).toBeFocused();
      await page.keyboard.type("log");
      await expect(page.getByRole("option", { name: /log-triage/ })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
    });
    await test.step("runs", async () => {
      await page.goto(`${app.url}/runs`);
      await expect(page.getByText("Runs will be listed here.")).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("a run with everything opened", async () => {
      await page.getByRole("button", { name: /TK-20241215-001/ }).click();
      await expectState(page, "completed");
      const closed = page.getByRole("log", { name: "Timeline" }).getByRole("button", { name: "Show Model" });
      await expect(closed).not.toHaveCount(0);
      // All at once: opened ones are called otherwise and fall out of the locator.
      await closed.evaluateAll((buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click();
      });
      await expect(closed).toHaveCount(0);
      await page.getByRole("button", { name: /^query_ticket_status done/ }).click();
      await expect(page.getByRole("region", { name: "Event" })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("an execution", async () => {
      const { executionId } = await app.mutate<{ executionId: string }>("execution.start", {
        name: "cron-explain",
        subject: { kind: "current" },
        input: { expression: "30 9 * * 1-5" },
      });
      await page.goto(`${app.url}/executions/${executionId}`);
      await expectState(page, "completed");
      await expectAccessible(page);
      await page.goto(`${app.url}/runs?kind=execution`);
      await expect(page.getByRole("row", { name: /cron-explain/ })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("a capability: overview, editor and dry-run, cases", async () => {
      await page.goto(`${app.url}/capabilities/log-triage`);
      await expect(page.getByRole("heading", { name: "log-triage", level: 1 })).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${app.url}/capabilities/log-triage?tab=edit`);
      await expect(page.getByRole("textbox", { name: "Text of CAPABILITY.yaml" })).toBeVisible();
      await expectAccessible(page);
      await page.goto(`${app.url}/capabilities/log-triage?tab=cases`);
      await expect(page.getByRole("button", { name: "Run all cases" })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("review", async () => {
      await page.goto(`${app.url}/review`);
      await expect(page.getByText("Nothing waits for review.")).toBeVisible();
      await expectAccessible(page);
      app.writeCapability("by-file", { "CAPABILITY.yaml": CONTRACT, "impl/run.mjs": "" });
      await app.admitProject();
      await page.goto(`${app.url}/review/disk:by-file`);
      await expect(page.getByRole("button", { name: "Trust these bytes" })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("settings", async () => {
      await page.goto(`${app.url}/settings`);
      await expect(page.getByRole("list", { name: "Probes of the self-test" })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step("no such page", async () => {
      await page.goto(`${app.url}/nowhere`);
      await expect(page.getByText("There is no page at this address.")).toBeVisible();
      await expectAccessible(page);
    });
  });
}
