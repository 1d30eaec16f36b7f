import { expect, test } from "vitest";
import { parseCommand } from "./parse-command";

test.each([
  [["ls"], { name: "ls", positionals: [] }],
  [["search", "error", "bursts", "--limit", "3"], { positionals: ["error", "bursts"], limit: 3 }],
  [["run", "x", "--input", "{}"], { name: "run", positionals: ["x"], input: "{}" }],
  [["--json", "loop", "hello"], { name: "loop", positionals: ["hello"], flags: { isJson: true } }],
  [["loop", "--", "--what is this"], { positionals: ["--what is this"] }],
  [["ls", "--project", "/p", "--state", "/s"], { flags: { project: "/p", state: "/s" } }],
  [["tree", "fs", "--depth", "2"], { positionals: ["fs"], depth: 2, isViews: false }],
  [["tree", "--views", "--tier", "question", "--scope", "media"], { isViews: true, tier: "question", scope: "media" }],
  [["validate", "--level", "3"], { level: 3 }],
  [["validate"], { level: 0, depth: 0, tier: null, scope: "" }],
  [["diagnose", "bash", "--utterance", "list files"], { positionals: ["bash"], utterance: "list files" }],
  [["codegen", "--status"], { isStatus: true }],
  [["import", "-", "--to", "here", "--source", "notion"], { positionals: ["-"], to: "here", source: "notion" }],
  [["import", "x", "--quote", "--dry-run"], { isQuote: true, isDryRun: true }],
  [["export", "a", "b", "--format", "mcp"], { positionals: ["a", "b"], format: "mcp" }],
  [[], { name: null, positionals: [] }],
])("%j is read as %j", (args, parsed) => expect(parseCommand(args)).toMatchObject(parsed));

test.each([
  [["ls", "--nonsense"]],
  [["search", "x", "--limit", "0"]],
  [["search", "x", "--limit", "many"]],
  [["run", "x", "--input"]],
  [["tree", "--depth", "-1"]],
  [["tree", "--depth", "deep"]],
  [["validate", "--level", "4"]],
  [["tree", "--views", "--tier", "task_huge"]],
])("%j is usage", (args) => {
  expect(() => parseCommand(args)).toThrow(expect.objectContaining({ code: "bad_input" }));
});
