import { expect, test } from "vitest";
import type { IntentEvidence } from "#server/tree/intent-evidence";
import { toLitMessage } from "./tier-model";

function evidence(message: string, text: string, ignored: IntentEvidence["ignored"] = null): IntentEvidence {
  const start = message.indexOf(text);
  return { rule: "action", text, start, end: start + text.length, ignored };
}

test("the words that counted are lit, those that did not are not", () => {
  const message = "read it, don't delete it";
  const lit = toLitMessage(message, [evidence(message, "read"), evidence(message, "delete", "negated")]);
  expect(lit).toEqual({ text: message, stretches: [{ start: 0, end: 4 }], isCut: false });
});

test("of a long message the part with the words is shown", () => {
  const message = `${"x".repeat(1000)} please read`;
  const lit = toLitMessage(message, [evidence(message, "read")]);
  expect(lit.isCut).toBe(true);
  expect(lit.stretches.map(({ start, end }) => lit.text.slice(start, end))).toEqual(["read"]);
});

test("a word whose place was masked is not lit", () => {
  const lit = toLitMessage("read [masked]", [{ rule: "file", text: "sk-1234.txt", start: 5, end: 16, ignored: null }]);
  expect(lit.stretches).toEqual([]);
});
