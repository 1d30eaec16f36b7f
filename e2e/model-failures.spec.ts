import { expect, expectState, signIn, test } from "./fixtures";
import { toAnswer } from "./model-scripts";
import type { ModelScript } from "./model-server";

type Reply = Extract<ModelScript, readonly unknown[]>[number];

const FAILURES: { name: string; reply: Reply; says: RegExp }[] = [
  {
    name: "answers 429",
    reply: { kind: "status", status: 429, headers: { "retry-after": "0" } },
    says: /has had too many questions \(429\)/,
  },
  { name: "answers 500", reply: { kind: "status", status: 500 }, says: /endpoint failed \(500\)/ },
  { name: "answers a web page", reply: { kind: "html" }, says: /web page|not valid JSON|nothing that could be read/ },
  { name: "cuts its answer", reply: { kind: "cut", text: '{"@action":"directly_' }, says: /was cut/ },
  { name: "refuses the key", reply: { kind: "status", status: 401 }, says: /refused the key \(401\)/ },
];

for (const { name, reply, says } of FAILURES) {
  test(`a model that ${name} ends the run with a sentence and the way out, and the next question works`, async ({
    page,
    startApp,
    startModel,
  }) => {
    let isBroken = true;
    const model = await startModel(() => (isBroken ? reply : toAnswer("It works again.")));
    const app = await startApp({ env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "test-key-of-the-journey" } });
    await signIn(page, app, "/runs");
    const question = page.getByLabel("Your question");
    await question.fill("Say something.");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expectState(page, "failed");
    const alert = page.getByRole("alert").filter({ hasText: "The run ended without an answer." });
    await expect(alert).toContainText(says);
    await alert.getByRole("link", { name: "Connect a model" }).click();
    await expect(page).toHaveURL(/\/settings#model$/);
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Nothing was saved or changed by this test." }),
    ).toContainText(says);

    isBroken = false;
    await page.goto(`${app.url}/runs`);
    await question.fill("Say something.");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expectState(page, "completed");
    await expect(page.getByRole("region", { name: "Answer" })).toContainText("It works again.");
  });
}

test("a model that is down is named with its address", async ({ page, startApp, startModel }) => {
  const model = await startModel(["never asked"]);
  await model[Symbol.asyncDispose]();
  const app = await startApp({ env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "test-key-of-the-journey" } });
  await signIn(page, app, "/runs");
  await page.getByLabel("Your question").fill("Say something.");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expectState(page, "failed");
  const alert = page.getByRole("alert").filter({ hasText: "The run ended without an answer." });
  await expect(alert).toContainText(`The model at ${model.baseUrl} cannot be reached: nothing listens there`);
  // Everything else works.
  await page.goto(`${app.url}/capabilities?q=log`);
  await expect(page.getByRole("option", { name: /log-triage/ })).toBeVisible();
});
