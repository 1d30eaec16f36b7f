import type { Page, WebSocket } from "@playwright/test";
import { expect, expectState, signIn, test } from "./fixtures";
import { gateModel, toAnswer, toCall } from "./model-scripts";

const TABS = 10;

// High enough for every row to be in the document of every tab.
test.use({ viewport: { width: 1440, height: 3_200 } });

test("ten tabs on one live run follow it over one socket each and end equal", async ({
  page,
  context,
  startApp,
  startModel,
}) => {
  test.slow();
  const gated = gateModel([
    toCall("cron-explain"),
    JSON.stringify({ expression: "0 8 1 * *" }),
    toCall("cron-explain"),
    JSON.stringify({ expression: "15 14 1 * *" }),
    toAnswer("Both fire on the first of the month."),
  ]);
  const model = await startModel(gated.script);
  const app = await startApp({ env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "test-key-of-the-journey" } });
  const { id } = await app.mutate<{ id: string }>("run.start", {
    message: "When do the cron expressions 0 8 1 * * and 15 14 1 * * fire?",
  });
  await model.waitForQuestions(1);

  await signIn(page, app, `/runs/${id}`);
  const tabs: Page[] = [page];
  while (tabs.length < TABS) tabs.push(await context.newPage());
  const sockets = tabs.map((tab) => {
    const open = new Set<WebSocket>();
    tab.on("websocket", (socket) => {
      open.add(socket);
      socket.on("close", () => open.delete(socket));
    });
    return open;
  });
  // Every tab has the first turn before the second begins; another one comes in the middle.
  for (const tab of tabs) await tab.goto(`${app.url}/runs/${id}`);
  for (const tab of tabs) await expect(tab.getByRole("heading", { name: "Turn 1" })).toBeVisible();
  gated.release(2);
  for (const tab of tabs) await expect(tab.getByRole("heading", { name: "Turn 2" })).toBeVisible();
  gated.release(3);

  await expectState(page, "completed");
  const { lastSeq } = await app.query<{ lastSeq: number }>("run.get", { id });
  const shown: (string | null)[] = [];
  for (const tab of tabs) {
    await expectState(tab, "completed");
    await expect(tab.getByRole("region", { name: "Answer" })).toContainText("Both fire on the first of the month.");
    await expect(tab.getByText(`${lastSeq} events`, { exact: true })).toBeVisible();
    shown.push(await tab.getByRole("log", { name: "Timeline" }).textContent());
  }
  for (const text of shown) expect(text).toBe(shown[0]);
  expect(sockets.map((open) => open.size)).toEqual(Array.from({ length: TABS }, () => 1));
});
