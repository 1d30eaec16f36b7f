import { expect, test } from "vitest";
import { buildCatalog } from "./build-catalog";
import { toFoundCapability } from "./found-capability";
import { makeHostTool } from "./testing";

const sources = {
  roots: [],
  trusted: new Set<string>(),
  hostTools: [makeHostTool("remote_pager"), makeHostTool("web_fetch", { group: "web" })],
  hostServices: [],
  loadedAt: 0,
};

function find(query: string, catalog = buildCatalog(sources)) {
  const [first] = catalog.index.search(query, 1);
  return first && toFoundCapability(catalog, first).builtin;
}

test.each([
  ["bash", { title: "Bash", state: "disabled" }],
  ["shell command", { title: "Bash", state: "disabled" }],
  ["搜索网页", { title: "Web Search", state: "disabled" }],
  ["remote_pager", { title: "remote_pager", state: "trusted" }],
  ["web_fetch", { title: "Web Fetch", state: "trusted" }],
])("a person who looks for %s finds the tool of the tree", (query, builtin) => {
  expect(find(query)).toEqual(builtin);
});

test("the words that give a message its tier find no tool", () => {
  const catalog = buildCatalog(sources);
  expect(catalog.index.search("discard", 10)).toEqual([]);
});

test("a loop finds what is loaded and nothing else of them", () => {
  const { trustedIndex } = buildCatalog(sources);
  expect(trustedIndex.size).toBe(2);
  expect(trustedIndex.mentions("use bash and web_fetch").map(({ name }) => name)).toEqual(["web_fetch"]);
});

test("an index over the same tools is taken over, one after a tool came is not", () => {
  const before = buildCatalog(sources);
  const same = buildCatalog({ ...sources, previous: before });
  expect(same.index).toBe(before.index);
  const more = buildCatalog({ ...sources, hostTools: [...sources.hostTools, makeHostTool("mcp_b")], previous: same });
  expect(more.index).not.toBe(same.index);
  expect(find("mcp_b", more)).toEqual({ title: "mcp_b", state: "trusted" });
});
