import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectAccessible, expectState, signIn, test } from "./fixtures";

test("a capability is begun in the browser, dry-run, submitted, approved, trusted and called by a loop", async ({
  page,
  app,
}) => {
  test.slow();
  await app.admitProject();
  await signIn(page, app);
  const dialog = page.getByRole("dialog", { name: "New capability" });
  const create = dialog.getByRole("button", { name: "Create the draft" });

  await test.step("the palette offers it, and Back closes what it opened", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("new cap");
    await page.getByRole("option", { name: "New capability" }).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
  });

  await test.step("a name is judged as it is typed", async () => {
    await page.getByRole("button", { name: "New capability" }).click();
    await dialog.getByLabel("Description").fill("Counts the words of a text.");
    const name = dialog.getByLabel("Name");
    await name.fill("Word Tally");
    await expect(dialog.getByText("cannot be the name of a capability")).toBeVisible();
    await name.fill("log-triage");
    await expect(dialog.getByText('There is a capability named "log-triage" already.')).toBeVisible();
    await expect(create).toBeDisabled();
    await name.fill("word-tally");
    await expect(dialog.getByText("An approval writes it to")).toContainText("word-tally");
    await expect(dialog.getByRole("radio", { name: /^Tool/ })).toBeChecked();
    await expectAccessible(page);
  });

  const head = page.locator("header").filter({ has: page.getByRole("heading", { name: "word-tally", level: 1 }) });

  await test.step("it is a draft with its files, which a reload keeps", async () => {
    await create.click();
    await expect(page).toHaveURL(/\/capabilities\/word-tally\?tab=edit$/);
    await expect(head).toContainText("draft");
    await expect(page.getByText("You see draft r1. Nothing is on disk until a review approves it.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("You see draft r1.")).toBeVisible();
    await expect(page.getByText("No findings")).toBeVisible();
  });

  await test.step("it runs at once, and its case passes", async () => {
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByText("3 words.")).not.toHaveCount(0);
    await page.getByRole("tab", { name: "Cases" }).click();
    await page.getByRole("button", { name: "Run all cases" }).click();
    await expect(page.getByText(/1 passed|1 of 1/)).not.toHaveCount(0);
  });

  await test.step("the list shows it apart, and leads back to it", async () => {
    await page.goto(`${app.url}/capabilities`);
    // The list is virtual, and its drafts stand below the tools of the tree.
    await page.getByRole("group", { name: "State" }).getByText("draft", { exact: true }).click();
    const tree = page.getByRole("treegrid", { name: "Capability tree" }).or(page.getByRole("tree"));
    await tree.getByText("word-tally").click();
    await page.getByRole("link", { name: "Open", exact: true }).click();
    await expect(page.getByText("It exists only as a draft.")).toBeVisible();
    await page.getByRole("tab", { name: /^Edit/ }).click();
  });

  await test.step("it is submitted and approved, and only then on disk", async () => {
    await page.getByRole("button", { name: "Submit for review" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Submit", exact: true }).click();
    await expect(page).toHaveURL(/\/review\/.+/);
    const { roots } = await app.query<{
      roots: { path: string; layer: string; writable: boolean; admission: string }[];
    }>("catalog.get");
    const root = roots.find((each) => each.layer === "L2" && each.writable && each.admission !== "pending");
    const file = join(root?.path ?? "", "word-tally", "CAPABILITY.yaml");
    expect(existsSync(file)).toBe(false);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("These bytes are trusted.")).toBeVisible();
    expect(readFileSync(file, "utf8")).toContain("description: Counts the words of a text.");
    await page.getByRole("link", { name: "Open the capability" }).click();
    await expect(head).toContainText("trusted");
  });

  await test.step("a loop calls it", async () => {
    await page.goto(`${app.url}/runs`);
    await page.getByLabel("Your question").fill('Use word-tally to count the words of "one two three"');
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expectState(page, "completed");
    const timeline = page.getByRole("log", { name: "Timeline" });
    await expect(timeline.getByRole("button", { name: /^word-tally done/ })).toBeVisible();
  });
});

test("a new draft that is discarded leaves nothing behind", async ({ page, app }) => {
  await app.mutate("draft.create", { name: "short-lived", type: "skill", description: "Says how to be brief." });
  await signIn(page, app, "/capabilities/short-lived?tab=edit");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard the draft" }).click();
  await expect(page).toHaveURL(/\/capabilities$/);
  await expect(page.getByText("New drafts")).toHaveCount(0);
});
