import { expect, test } from "vitest";
import { toOriginText } from "./origin";

test.each<[origin: unknown, text: string | null]>([
  [undefined, null],
  ["mcp", null],
  [
    { format: "mcp", source: "notion", name: "API-send", alias: "api-send" },
    "MCP tools/list of notion, there API-send",
  ],
  [{ format: "openapi", source: "Pets" }, "OpenAPI of Pets"],
  [{ format: "mcp", source: "" }, "MCP tools/list"],
  [{ format: "of-others", source: 5, name: "a" }, "of-others, there a"],
])("%j: %j", (origin, text) => {
  expect(toOriginText({ name: "a", "x-import": origin })).toBe(text);
  expect(toOriginText(null)).toBeNull();
});
