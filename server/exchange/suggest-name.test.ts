import { expect, test } from "vitest";
import { suggestName } from "./suggest-name";

test.each([
  ["search", "notion", ["search"], "notion_search"],
  ["search", "mcp-servers/everything", ["search"], "everything_search"],
  ["search", "Notion API", ["search"], "notion_api_search"],
  ["search", "notion", ["search", "notion_search"], expect.stringMatching(/^search_[0-9a-f]{6}$/)],
  ["search", "", ["search"], expect.stringMatching(/^search_[0-9a-f]{6}$/)],
  ["x".repeat(60), "notion", ["x".repeat(60)], expect.stringMatching(/^x{57}_[0-9a-f]{6}$/)],
])("%s of %s, when %j are taken", (name, source, taken, suggested) => {
  expect(suggestName(name, source, new Set(taken))).toEqual(suggested);
});
