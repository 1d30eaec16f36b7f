import { expect, expectAccessible, expectState, signIn, test } from "./fixtures";
import { toAction, toAnswer } from "./model-scripts";

const NAME = "log-triage";
const PROPOSAL = {
  action: "propose_update",
  name: NAME,
  metadata: { display: { label: "Logs" } },
  reason: "People look for the word logs.",
  approved: true,
};

test("a model proposes a change and cannot approve it; a person finds it in Review with its run and decides", async ({
  page,
  app,
  startModel,
}) => {
  const model = await startModel([
    toAction("directly_call_tool", {
      directly_call_tool_name: "capability_manage",
      directly_call_tool_params: PROPOSAL,
    }),
    toAnswer("I proposed it."),
  ]);
  await app.mutate("settings.setModel", { connection: { baseUrl: model.baseUrl, name: "scripted", apiKey: "sk-e2e" } });
  const before = await app.query<{ entries: { name: string; digest: string }[] }>("catalog.get");
  await signIn(page, app, "/runs");
  await page.getByLabel("Your question").fill("Change the label of log-triage in the capability tree.");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expectState(page, "completed");
  const runAddress = page.url();

  await page.goto(`${app.url}/review`);
  await expect(page.getByRole("link", { name: /log-triage.*proposed by a model/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: /log-triage.*proposed by a model/ }).click();
  await expect(page.getByText("proposed by a model")).toBeVisible();
  await expect(page.getByText("Reason the model gave")).toBeVisible();
  await expect(page.getByText(PROPOSAL.reason)).toBeVisible();
  await expect(page.getByText("label: Logs")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open the run" }).click();
  await expect(page).toHaveURL(runAddress);
  await page.goBack();

  const digestOf = async () => {
    const { entries } = await app.query<typeof before>("catalog.get");
    return entries.find(({ name }) => name === NAME)?.digest;
  };
  expect(await digestOf()).toBe(before.entries.find(({ name }) => name === NAME)?.digest);
  await page.getByLabel("Note").fill("Helps.");
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("These bytes are trusted.")).toBeVisible();
  await expect(page.getByText(/decided alone|Author and reviewer/)).toHaveCount(0);
});
