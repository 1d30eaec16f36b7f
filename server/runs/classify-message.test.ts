import { expect, test } from "vitest";
import { createDefaultTree } from "#server/tree/default-tree";
import { classifyMessage } from "./classify-message";

const TREE = createDefaultTree([]);
const classify = (message: string) => classifyMessage(message, TREE);

const LOG = [
  "2026-11-30 12:00:01 ERROR worker 3: delete of /var/lib/app/a.db failed, open website http://a.test for help",
  "2026-11-30 12:00:02 INFO  browser: screenshot removed; click on retry",
].join("\n");

test.each([
  ["What went wrong here?", "question"],
  ["这里出了什么问题？", "question"],
  ["hi", "question"],
])("%s above a log that speaks of deleting and browsers is a %s", (request, tier) => {
  expect(classify(`${request}\n${LOG}`).tier).toBe(tier);
  expect(classify(`${request}\n\`\`\`\n${LOG}\n\`\`\``).tier).toBe(tier);
});

test.each([
  ["Delete the old entries of this log", "task_delete"],
  ["Take a screenshot of the page this log names", "task_multimodal"],
])("what is asked outside of the log counts: %s", (request, tier) => {
  expect(classify(request).tier).toBe(tier);
  expect(classify(`${request}:\n${LOG}`).tier).toBe(tier);
});

test("the places of the evidence are those of the message, whatever was left out of it", () => {
  const message = `Here is a log.\n${LOG}\n  Please delete the old entries of it.`;
  const { evidence } = classify(message);
  expect(evidence).toHaveLength(1);
  expect(evidence.map(({ start, end }) => message.slice(start, end))).toEqual(["delete"]);
  expect(message.slice(0, evidence[0]?.start)).toMatch(/Please $/);
});
