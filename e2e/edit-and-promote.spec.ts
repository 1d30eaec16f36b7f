import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectState, signIn, test } from "./fixtures";

const CONTRACT = `name: shout
version: 0.1.0
description: Turns a text into capital letters.
when: The user wants a text in capital letters.
contract:
  input:
    type: object
    properties: { text: { type: string, description: "Any text." } }
    required: [text]
  output: { type: object }
`;
const PROGRAM = `import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { input } = JSON.parse((await lines.next()).value);
process.stdout.write(JSON.stringify({ __frame__: "result", output: { text: input.text.toUpperCase() } }) + "\\n");
process.exit(0);
`;
const QUESTION = "Use shout to turn this into capital letters: hello";

test("a description is edited, reviewed and trusted; a byte changed on disk makes it a draft, which a loop refuses and says why", async ({
  page,
  app,
}) => {
  test.slow();
  const folder = app.writeCapability("shout", { "CAPABILITY.yaml": CONTRACT, "impl/run.mjs": PROGRAM });
  await app.admitProject();
  await signIn(page, app, "/capabilities/shout?tab=edit");
  const heading = page.getByRole("heading", { name: "shout", level: 1 });
  const head = page.locator("header").filter({ has: heading });
  await expect(head).toContainText("draft");

  await test.step("a bad key gets a squiggle and a finding", async () => {
    const editor = page.getByRole("textbox", { name: "Text of CAPABILITY.yaml" });
    await expect(editor).toBeVisible();
    await editor.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("wen: never");
    await expect(page.locator(".squiggly-error, .squiggly-warning")).not.toHaveCount(0);
    await expect(page.getByText(/^\d+ (error|warning)s?/)).toBeVisible();
    await page.keyboard.press("Shift+Home");
    await page.keyboard.press("Backspace");
    await expect(page.locator(".squiggly-error, .squiggly-warning")).toHaveCount(0);
  });

  await test.step("keys complete from the contract's schema", async () => {
    await page.keyboard.type("sens");
    await page.keyboard.press("Control+Space");
    await expect(page.getByRole("option", { name: /^sensitivity/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+Home");
    await page.keyboard.press("Backspace");
  });

  await test.step("the description is edited and saved by itself; a reload keeps it", async () => {
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.type(" It is very loud.");
    await expect(page.getByText("Saved", { exact: false }).and(page.locator("[data-status=clean]"))).toBeVisible();
    await page.reload();
    await expect(page.getByText("letters. It is very loud.")).toBeVisible();
    expect(readFileSync(join(folder, "CAPABILITY.yaml"), "utf8")).toBe(CONTRACT);
  });

  await test.step("it is submitted, read as a diff, and approved", async () => {
    await page.getByRole("button", { name: "Submit for review" }).click();
    const dialog = page.getByRole("dialog", { name: "Submit for review" });
    await dialog.getByLabel("Note to the reviewer").fill("Says how loud it is.");
    await dialog.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page).toHaveURL(/\/review\/.+/);
    await expect(page.getByText("Says how loud it is.")).toBeVisible();
    await expect(page.getByText("It is very loud.", { exact: false })).not.toHaveCount(0);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("These bytes are trusted.")).toBeVisible();
    await page.getByRole("link", { name: "Open the capability" }).click();
    await expect(head).toContainText("trusted");
    expect(readFileSync(join(folder, "CAPABILITY.yaml"), "utf8")).toContain("It is very loud.");
  });

  await test.step("a loop calls it", async () => {
    await page.goto(`${app.url}/runs`);
    await page.getByLabel("Your question").fill(QUESTION);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expectState(page, "completed");
    const timeline = page.getByRole("log", { name: "Timeline" });
    await expect(timeline.getByRole("button", { name: /^shout done/ })).toBeVisible();
  });

  await test.step("a byte changed on disk makes it a draft again, in the open page", async () => {
    await page.goto(`${app.url}/capabilities/shout`);
    await expect(head).toContainText("trusted");
    appendFileSync(join(folder, "impl", "run.mjs"), "// changed by hand\n");
    await expect(head).toContainText("draft");
    await expect(page.getByText("These bytes are a draft.")).toBeVisible();
  });

  await test.step("a loop refuses the draft and says why", async () => {
    await page.goto(`${app.url}/runs`);
    await page.getByLabel("Your question").fill(QUESTION);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(page.getByRole("button", { name: "Cancel run" })).toHaveCount(0);
    const timeline = page.getByRole("log", { name: "Timeline" });
    // Every turn says so; how many there are is the planner's affair.
    const refused = timeline
      .getByRole("region", { name: "Matched, and may not be used in this run" })
      .filter({ hasText: "shout is a draft" });
    await expect(refused).not.toHaveCount(0);
    await expect(timeline.getByRole("button", { name: /^shout (done|running|failed)/ })).toHaveCount(0);
  });

  await test.step("the bytes on disk are read and trusted in Review", async () => {
    await page.goto(`${app.url}/review`);
    const drafts = page.getByRole("region", { name: "Drafts on disk" });
    await drafts
      .getByRole("listitem")
      .filter({ hasText: "shout" })
      .getByRole("link", { name: "Read the bytes" })
      .click();
    await expect(page.getByText("// changed by hand")).toBeVisible();
    await page.getByRole("button", { name: "Trust these bytes" }).click();
    await expect(page.getByText("These bytes are trusted.")).toBeVisible();
  });
});

test("two tabs on one draft: the second save is told of the first, and nothing is overwritten", async ({
  page,
  context,
  app,
  expectNoise,
}) => {
  expectNoise(/status of 409.*draft\.save/);
  app.writeCapability("shout", { "CAPABILITY.yaml": CONTRACT, "impl/run.mjs": PROGRAM });
  await app.admitProject();
  await signIn(page, app, "/capabilities/shout?tab=edit");
  const other = await context.newPage();
  await other.goto(`${app.url}/capabilities/shout?tab=edit`);
  for (const tab of [page, other]) {
    await expect(tab.getByRole("textbox", { name: "Text of CAPABILITY.yaml" })).toBeVisible();
  }
  await page.getByRole("textbox", { name: "Text of CAPABILITY.yaml" }).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# the first tab");
  await expect(page.locator("[data-status=clean]")).toContainText("Saved");
  await other.getByRole("textbox", { name: "Text of CAPABILITY.yaml" }).focus();
  await other.keyboard.press("Control+End");
  await other.keyboard.type("# the second tab");
  await expect(other.getByText("Not saved: conflict")).toBeVisible();
  await expect(other.getByText("# the first tab")).not.toHaveCount(0);
  await other.getByRole("button", { name: "Take theirs" }).click();
  await expect(other.getByRole("button", { name: "Put mine back" })).toBeVisible();
});
