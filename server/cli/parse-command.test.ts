import { expect, test } from "vitest";
import { parseCommand } from "./parse-command";

test.each([
  [["ls"], { name: "ls", positionals: [] }],
  [["search", "error", "bursts", "--limit", "3"], { positionals: ["error", "bursts"], limit: 3 }],
  [["run", "x", "--input", "{}"], { name: "run", positionals: ["x"], input: "{}" }],
  [["--json", "loop", "hello"], { name: "loop", positionals: ["hello"], flags: { isJson: true } }],
  [["loop", "--", "--what is this"], { positionals: ["--what is this"] }],
  [["ls", "--project", "/p", "--state", "/s"], { flags: { project: "/p", state: "/s" } }],
  [[], { name: null, positionals: [] }],
])("%j is read as %j", (args, parsed) => expect(parseCommand(args)).toMatchObject(parsed));

test.each([
  [["ls", "--nonsense"]],
  [["search", "x", "--limit", "0"]],
  [["search", "x", "--limit", "many"]],
  [["run", "x", "--input"]],
])("%j is usage", (args) => {
  expect(() => parseCommand(args)).toThrow(expect.objectContaining({ code: "bad_input" }));
});
