import { expect, test } from "vitest";
import { classifyIntent } from "#server/tree/intent-tiers";
import { classifyMessage } from "./classify-message";

const LOG = [
  "2026-11-30 12:00:01 ERROR worker 3: delete of /var/lib/app/a.db failed, open website http://a.test for help",
  "2026-11-30 12:00:02 INFO  browser: screenshot removed; click on retry",
].join("\n");

test.each([
  ["What went wrong here?", "question"],
  ["这里出了什么问题？", "question"],
  ["hi", "question"],
])("%s above a log that speaks of deleting and browsers is a %s", (request, tier) => {
  expect(classifyMessage(`${request}\n${LOG}`).tier).toBe(tier);
  expect(classifyMessage(`${request}\n\`\`\`\n${LOG}\n\`\`\``).tier).toBe(tier);
});

test.each(["Delete the old entries of this log", "Take a screenshot of the page this log names", "hi", "你好"])(
  "what is asked outside of the log counts as before: %s",
  (request) => {
    expect(classifyMessage(request)).toEqual(classifyIntent(request));
    if (request.length > 10) expect(classifyMessage(`${request}:\n${LOG}`).tier).toBe(classifyIntent(request).tier);
  },
);
