import { expect, expectAccessible, signIn, test } from "./fixtures";

/** As the extension article first wrote it: registered, and never called. */
const CONTRACT = `name: ticket_state
version: 0.1.0
description: 查询工单状态
contract: { input: { type: object, properties: { id: { type: string } } }, output: { type: object } }
evidence: { utterances: [我的单子到哪了] }
tree: { routing: { min_tier: task_light } }
`;

test("a capability that is registered and never called says which links of the chain break", async ({ page, app }) => {
  app.writeCapability("ticket_state", { "CAPABILITY.yaml": CONTRACT, "impl/run.mjs": "// nothing\n" });
  await app.admitProject();
  await signIn(page, app, "/capabilities/ticket_state");
  await page.getByRole("tab", { name: "Why is it not called?" }).click();
  const chain = page.getByRole("region", { name: "The chain, link by link" });
  await expect(chain.getByRole("status")).toContainText("No model calls ticket_state: It is a draft");
  const row = (title: string) =>
    chain.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(row("Registered").getByRole("img", { name: "ok" })).toBeVisible();
  await expect(row("Trusted")).toContainText("Next: Submit it on its page");
  await expect(row("Tiers")).toContainText('"我的单子到哪了" is question and does not reach it.');
  await expect(row("Schema")).toContainText('"id" has no description.');
  await expect(row("Description")).toContainText("too short");
  await expectAccessible(page);

  await test.step("another message is asked about, and the address keeps it", async () => {
    await page.getByLabel("A message that should find it").fill("帮我查询工单状态");
    await page.getByLabel("A message that should find it").press("Enter");
    await expect(page).toHaveURL(/say=/);
    await expect(row("Tiers")).toContainText("It may be used from task_light on");
    await expect(row("Rank").getByText("It is number", { exact: false }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("A message that should find it")).toHaveValue("帮我查询工单状态");
  });

  await test.step("what a fact is about is one step away", async () => {
    await page.goto(
      `${app.url}/capabilities/log-triage?tab=diagnose&say=${encodeURIComponent("TK-20241215-001 工单")}`,
    );
    await row("Rank")
      .getByRole("link", { name: /query_ticket_status/ })
      .click();
    await expect(page.getByRole("heading", { name: "query_ticket_status", level: 1 })).toBeVisible();
  });
});

test("a run says why its message has its tier, with the words lit", async ({ page, app }) => {
  await signIn(page, app);
  const message = "我的工单 TK-20241215-001 现在处理到哪一步了？不要删除它";
  const { id } = await app.mutate<{ id: string }>("run.start", { message, allowDrafts: false });
  await page.goto(`${app.url}/runs/${id}`);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("query_ticket_status");
  await page.getByRole("button", { name: "Tier: question" }).press("Enter");
  const why = page.getByRole("dialog", { name: "Why it counts as a question" });
  await expect(why.locator("mark").first()).toBeVisible();
  await expect(why.getByText('"删除" does not count: it is negated.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Tier: question" })).toBeFocused();
});
