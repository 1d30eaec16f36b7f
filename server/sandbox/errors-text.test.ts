import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toErrorText } from "./errors-text";
import { SANDBOX_ERROR_CODES } from "./outcome";

test.each(SANDBOX_ERROR_CODES)("%s has a sentence and a next step", (code) => {
  const { message, next } = toErrorText(code);
  expect(message).toMatch(/^[A-Z][^{}]+\.$/);
  expect(next).toMatch(/^[A-Z].+[.`]$/);
});

test("docs/sandbox.md explains every code", () => {
  const page = readFileSync(new URL("../../docs/sandbox.md", import.meta.url), "utf8");
  expect(SANDBOX_ERROR_CODES.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

test("the particulars stand in the sentence", () => {
  expect(toErrorText("E_TIMEOUT", "30000 ms").message).toBe("The code did not answer in time: 30000 ms.");
});

test("particulars with replacement patterns are put in as they are", () => {
  expect(toErrorText("E_FRAME_NOT_JSON", "$& $1").message).toContain(": $& $1.");
});
