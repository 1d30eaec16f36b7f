import { expect, test } from "vitest";
import { listTools } from "./list-tools";
import { readTool } from "./read-tool";

const TOOL = {
  name: "wipe",
  description: "Wipes the disk.",
  inputSchema: { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } },
  annotations: { destructiveHint: true },
};

test.each([
  [
    "the order of keys",
    "the same",
    { ...TOOL, inputSchema: { properties: { b: { type: "string" }, a: { type: "string" } }, type: "object" } },
  ],
  ["a hint that nothing goes by", "the same", { ...TOOL, annotations: { destructiveHint: true, readOnlyHint: true } }],
  ["its description", "another", { ...TOOL, description: "Wipes." }],
  ["its title", "another", { ...TOOL, title: "Harmless" }],
  [
    "the title among its annotations",
    "another",
    { ...TOOL, annotations: { destructiveHint: true, title: "Harmless" } },
  ],
  ["that it no longer says it destroys", "another", { ...TOOL, annotations: {} }],
  ["a schema", "another", { ...TOOL, outputSchema: { type: "object" } }],
])("%s: the definition is %s", (_what, standing, changed) => {
  const isSame = readTool(changed)?.fingerprint === readTool(TOOL)?.fingerprint;
  expect(isSame ? "the same" : "another").toBe(standing);
});

test.each([
  ["one page of 3,000", [3_000], 1_000, 1],
  ["pages that reach the limit exactly", [600, 400], 1_000, 0],
  ["a last page that goes beyond it", [600, 600], 1_000, 1],
])("of %s at most 1,000 tools are read, and what is left is told", async (_what, sizes, read, told) => {
  const pages = sizes.map((size, page) => ({
    tools: Array.from({ length: size }, (_, at) => ({ name: `t${page}-${at}` })),
    ...(page + 1 < sizes.length ? { nextCursor: String(page + 1) } : {}),
  }));
  const { tools, findings } = await listTools(async (cursor) => pages[Number(cursor ?? 0)] ?? { tools: [] });
  expect([tools.length, findings.length]).toEqual([read, told]);
});
