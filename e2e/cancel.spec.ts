import { spawnSync } from "node:child_process";
import { expect, expectState, signIn, test } from "./fixtures";
import { toAnswer, toCall } from "./model-scripts";

const CONTRACT = `name: wait-long
version: 0.1.0
description: Waits for a very long time.
when: The user wants to wait for a very long time.
contract:
  input: { type: object, properties: {} }
  output: { type: object }
limits: { timeout_ms: 120000 }
`;
const MARK = "capstan-journey-waits-here";
const PROGRAM = `process.title = "${MARK}";
process.stdin.resume();
console.error("waiting");
setInterval(() => {}, 1000);
`;

/** Processes of the sandbox that run the waiting code. */
function countWaiting(): number {
  const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.startsWith(MARK)).length;
}

test("cancelling a run ends the child process that ran for it", async ({ page, startApp, startModel }) => {
  const model = await startModel([toCall("wait-long"), "{}", toAnswer("It waited.")]);
  const app = await startApp({ env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "test-key-of-the-journey" } });
  app.writeCapability("wait-long", { "CAPABILITY.yaml": CONTRACT, "impl/run.mjs": PROGRAM });
  await app.admitProject();
  await app.trust("wait-long");
  await signIn(page, app, "/runs");
  await page.getByLabel("Your question").fill("Use wait-long to wait for a very long time.");
  await page.getByRole("button", { name: "Ask", exact: true }).click();

  const timeline = page.getByRole("log", { name: "Timeline" });
  await expect(timeline.getByRole("button", { name: /^wait-long running/ })).toBeVisible();
  await expect.poll(countWaiting).toBe(1);

  await page.getByRole("button", { name: "Cancel run" }).click();
  await expectState(page, "cancelled");
  await expect(page.getByRole("button", { name: "Cancel run" })).toHaveCount(0);
  await expect.poll(countWaiting).toBe(0);
  await expect(timeline.getByRole("button", { name: /^wait-long cancelled/ })).toBeVisible();
  // The model is not asked again, and the log is complete for who comes later.
  expect(model.questions).toHaveLength(2);
  await page.reload();
  await expect(timeline.getByRole("button", { name: /^wait-long cancelled/ })).toBeVisible();
});
