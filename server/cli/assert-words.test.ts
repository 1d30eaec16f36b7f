import { expect, test } from "vitest";
import { assertWords } from "./assert-words";

test.each([
  [0, [], null],
  [0, ["log-triage"], "log-triage"],
  [1, ["log-triage"], null],
  [1, ["log-triage", "what", "failed"], "what"],
  [undefined, ["what", "failed"], null],
])("of a command that takes %s words, %j is refused at %s", (takes, words, surplus) => {
  const refuse = () => assertWords({ usage: "capstan x", ...(takes === undefined ? {} : { takes }) }, words);
  if (surplus === null) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(`"${surplus}" is one word too many.`);
});
