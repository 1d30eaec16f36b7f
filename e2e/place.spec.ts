import { expect, expectAccessible, signIn, test } from "./fixtures";

const USER = `name: shift-report
version: 0.1.0
description: Writes a report of a shift from its logs.
uses: [{ capability: log-triage }, { capability: shift-plan }]
contract: { input: { type: object }, output: { type: object } }
`;

test("a capability says who gets it, what a model reads, who says each field, and what refers to it", async ({
  page,
  app,
}) => {
  app.writeCapability("shift-report", { "CAPABILITY.yaml": USER, "impl/run.mjs": "// nothing\n" });
  await app.admitProject();
  await signIn(page, app, "/capabilities/log-triage");
  const tiers = page.getByRole("list", { name: "Kinds of message" });
  await expect(tiers.getByRole("listitem").filter({ hasText: "greeting" })).toContainText("begins at question");
  await expect(tiers.getByRole("link", { name: "allowed" })).toHaveCount(5);
  await expect(page.getByText(/Word for word as a prompt lists it: about \d+ tokens/)).toBeVisible();
  await expect(page.getByText("- log-triage (tool):", { exact: false }).first()).toBeVisible();
  const routing = page.getByRole("region", { name: "Routing" });
  await expect(routing).toContainText(/exclude_from\s*none/);
  await expect(page.getByRole("region", { name: "Permissions" })).toContainText(/approval_type\s*none/);
  await expectAccessible(page);

  await test.step("what uses it is one step away, and says what is missing there", async () => {
    await page.getByRole("list", { name: "Used by" }).getByRole("link", { name: "shift-report" }).press("Enter");
    await expect(page.getByRole("heading", { name: "shift-report", level: 1 })).toBeVisible();
    const uses = page.getByRole("list", { name: "Uses" });
    await expect(uses.getByRole("link", { name: "log-triage" })).toBeVisible();
    await expect(uses.getByRole("listitem").filter({ hasText: "shift-plan" })).toContainText("missing");
    await expect(page.getByRole("list", { name: "Kinds of message" })).toContainText("it is disabled");
  });
});

test("a built-in tool is found by people, and its page says why nothing calls it and what would", async ({
  page,
  app,
}) => {
  await app.admitProject();
  await signIn(page, app);
  await expect(page.getByRole("tree", { name: "Capability tree" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search or go to" })).toBeFocused();
  await page.keyboard.type("bash");
  await expect(page.getByRole("option", { name: /bash/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "bash", level: 1 })).toBeVisible();
  await expect(page.getByText("Nothing here runs shell commands", { exact: false })).toBeVisible();
  await expect(page.getByText("What would enable it: A capability named", { exact: false })).toBeVisible();
  await expect(page.getByRole("list", { name: "Kinds of message" })).toContainText("begins at writing task");
  await expect(page.getByRole("region", { name: "Permissions" })).toContainText(/default_ttl_minutes\s*30\s*built-in/);
  await expect(page.getByRole("tab", { name: "Edit" })).toHaveCount(0);
  await expectAccessible(page);

  await test.step("it is diagnosed like any other", async () => {
    await page.getByRole("tab", { name: "Why is it not called?" }).click();
    await expect(page.getByRole("region", { name: "The chain, link by link" })).toBeVisible();
  });

  await test.step("a capability that takes its place begins with its name", async () => {
    await page.getByRole("tab", { name: "Overview" }).click();
    await page.getByRole("link", { name: "Write a capability" }).click();
    await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("bash");
  });

  await test.step("a tool of the host shows what it takes", async () => {
    await page.goto(`${app.url}/capabilities/capability_manage`);
    await expect(page.getByRole("list", { name: "Input" })).toContainText("action");
    await expect(page.getByText("- capability_manage (tool):", { exact: false }).first()).toBeVisible();
    await page
      .getByRole("link", { name: /group:/ })
      .first()
      .press("Enter");
    await expect(page).toHaveURL(/\/capabilities\?policy=group/);
  });
});
