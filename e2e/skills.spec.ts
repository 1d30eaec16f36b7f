import { expect, expectAccessible, signIn, test } from "./fixtures";

const SKILL = `---
name: weekly-check
description: Checks a list of dates.
tools: [cron-explain, nothing-here]
tool_schema:
  input: { type: object, properties: { lines: { type: array } } }
  steps:
    - { tool: cron-explian, loop_over: "{{input.lines}}", input_map: { expression: "{{item}}" } }
---
Check them.
`;

test("a skill leads to the tool it compiles to, which runs, and back", async ({ page, app }) => {
  await signIn(page, app, "/capabilities/outage-intake");
  const compiled = page
    .getByRole("region")
    .or(page.locator("section"))
    .filter({
      has: page.getByRole("heading", { name: "Compiles to" }),
    });
  await expect(compiled).toContainText("Every tool that its steps call is there");
  await expectAccessible(page);
  await compiled.getByRole("link", { name: "skill_outage_intake" }).click();
  await expect(page.getByRole("heading", { name: "skill_outage_intake", level: 1 })).toBeVisible();
  await expect(page.getByText("Its bytes, and so its trust, are the skill's.", { exact: false })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Edit" })).toHaveCount(0);
  await expectAccessible(page);

  await test.step("its cases run as those of any tool", async () => {
    await page.getByRole("tab", { name: "Cases" }).click();
    await page.getByRole("button", { name: /^Run all/ }).click();
    await expect(page.getByText("10 of 10", { exact: false }).first()).toBeVisible({ timeout: 90_000 });
  });

  await test.step("its files open on the skill's page", async () => {
    await page.getByRole("tab", { name: "Overview" }).click();
    await page.getByRole("button", { name: "SKILL.md" }).click();
    await expect(page).toHaveURL(/\/capabilities\/outage-intake\?tab=edit&file=SKILL\.md/);
  });
});

test("a bound tool says what a skill adds to its description", async ({ page, app }) => {
  await signIn(page, app, "/capabilities/log-triage");
  await expect(page.getByText("[Bound skills: log-reading] [Skill: Reading a triage", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: "log-reading" }).first().click();
  await expect(page.getByRole("heading", { name: "log-reading", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "log-triage" }).first()).toBeVisible();
});

test("a skill whose step calls nothing says so at the line, and a draft binds nothing", async ({ page, app }) => {
  app.writeCapability("weekly-check", { "SKILL.md": SKILL });
  await app.admitProject();
  await signIn(page, app, "/capabilities/weekly-check");
  await expect(page.getByText('It uses "cron-explian"', { exact: false }).first()).toBeVisible();
  await expect(page.getByText("It is a draft: what nobody trusts adds nothing", { exact: false })).toBeVisible();
  await expect(page.getByText('Nothing in the tree is called "nothing-here".')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${app.url}/capabilities?selected=skill_weekly_check`);
  await expect(page.getByRole("link", { name: "weekly-check" })).toBeVisible();
});
