import fc from "fast-check";
import { expect, test } from "vitest";
import { exportCapabilities } from "./export-capabilities";
import { importAll } from "./import-files";

const KEYS = [
  "tools",
  "name",
  "inputSchema",
  "input_schema",
  "parameters",
  "function",
  "type",
  "description",
  "result",
  "jsonrpc",
  "error",
  "nextCursor",
  "openapi",
  "swagger",
  "paths",
  "get",
  "post",
  "/a/{b}",
  "responses",
  "200",
  "content",
  "application/json",
  "schema",
  "requestBody",
  "$ref",
  "servers",
  "url",
  "properties",
  "items",
  "allOf",
  "nullable",
  "in",
  "security",
  "webhooks",
  "mcpServers",
  "__proto__",
  "$defs",
  "exclusiveMinimum",
];
const LEAVES = [
  "3.1.0",
  "2.0",
  "function",
  "object",
  "path",
  "query",
  "body",
  "#/paths",
  "#",
  "#/paths/~1a~1{b}",
  "",
  "a",
];

/** Values that look like the formats from afar and hold anything at any place. */
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.constantFrom<unknown>(...LEAVES),
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie("value"), { maxKeys: 6 }),
  ),
})).value;

const texts = fc.oneof(
  values.map((value) => JSON.stringify(value) ?? ""),
  values.map((value) => JSON.stringify({ openapi: "3.1.0", paths: { "/a/{b}": { get: value, parameters: [value] } } })),
  values.map((value) => JSON.stringify([{ name: "a", inputSchema: value }, value])),
  fc.string(),
  fc.string().map((text) => `---\n${text}\n---\n`),
  fc.string().map((text) => `name: a\ndescription: ${text}\n`),
);
const paths = fc.constantFrom(
  "",
  "a.json",
  "a.yaml",
  "a/SKILL.md",
  "SKILL.md",
  "CAPABILITY.yaml",
  "a/../b",
  "/x",
  "a\\b.json",
);

test("whatever comes in, nothing is thrown, and what is made can be exported", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ path: paths, text: texts }), { maxLength: 3 }), (files) => {
      const report = importAll({ source: "s", files, quoted: new Set(files.map(({ path }) => path)) });
      expect(new Set(report.items.map(({ name }) => name)).size).toBe(report.items.length);
      for (const skip of report.skipped) expect(skip.reason).not.toBe("");
      const sources = report.items.map(({ name, files: made, format }) => ({
        name,
        type: format === "skill" ? ("skill" as const) : ("tool" as const),
        files: made,
      }));
      for (const format of ["mcp", "openai", "openai_responses", "anthropic", "ai_sdk", "skill"] as const) {
        const { exported, leftOut } = exportCapabilities(sources, format);
        expect(exported.length + leftOut.length).toBe(sources.length);
      }
    }),
    { numRuns: 400 },
  );
});
