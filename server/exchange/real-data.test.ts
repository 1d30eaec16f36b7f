import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CapabilityType } from "#server/capability/contract";
import { readJson } from "./exact-json";
import type { ExportFormat, ImportItem, ImportReport, TextFile } from "./exchange";
import { exportCapabilities } from "./export-capabilities";
import { importAll } from "./import-files";

/** Real MCP servers' tools, OpenAPI documents and skills; not part of the repository (PROVENANCE.md there says whose). */
const DATA = join(import.meta.dirname, "../../../shared/data/import");
const hasData = existsSync(DATA);

function filesUnder(folder: string): TextFile[] {
  return readdirSync(join(DATA, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: path.slice(join(DATA, folder).length + 1), text: readFileSync(path, "utf8") }));
}

function toSources(items: readonly ImportItem[], type: CapabilityType) {
  return items.map(({ name, files }) => ({ name, type, files }));
}

const toolsOf = ({ text }: TextFile): unknown => {
  const read = readJson(text);
  return read.kind === "ok" ? read.value : undefined;
};

test.runIf(!hasData)("the real import data is not here: ../shared/data is absent", () => {
  expect(hasData).toBe(false);
});

const servers = hasData ? filesUnder("mcp") : [];

test.runIf(hasData)("all 182 tools of 11 MCP servers import, in one go, each under a name of its own", () => {
  const report = importAll({ source: "", files: servers });
  expect(report.skipped).toEqual([]);
  expect(report.items.length).toBe(182);
  expect(new Set(report.items.map(({ name }) => name)).size).toBe(182);
  expect(report.files.map(({ path, found }) => [path.replace(".tools.json", ""), found])).toEqual([
    ["antv-chart", 27],
    ["chrome-devtools", 32],
    ["everything", 13],
    ["filesystem", 14],
    ["github", 26],
    ["hello-world", 3],
    ["memory", 9],
    ["notion", 24],
    ["playwright", 25],
    ["sequential-thinking", 1],
    ["slack", 8],
  ]);
  expect(report.items.filter(({ disabled }) => disabled).map(({ originalName }) => originalName)).toEqual([]);
});

test.runIf(hasData).each(servers)("$path: export and re-import changes nothing", (file) => {
  const before = importAll({ source: "here", files: [file] });
  const exported = exportCapabilities(toSources(before.items, "tool"), "mcp");
  expect(exported.leftOut).toEqual([]);
  const [document = file] = exported.files;
  expect(toolsOf(document)).toEqual({ tools: (toolsOf(file) as { tools: unknown }).tools });
  const after = importAll({ source: "here", files: [document] });
  expect(after.items.map(({ files }) => files)).toEqual(before.items.map(({ files }) => files));
});

/** The real tools in another dialect: what went out in it comes back and goes out again the same. */
test.runIf(hasData).each<ExportFormat>(["openai", "openai_responses", "anthropic", "ai_sdk"])(
  "all that %s takes of the 182 survives the way there and back",
  (format) => {
    const first = importAll({ source: "", files: servers });
    const there = exportCapabilities(toSources(first.items, "tool"), format);
    expect(there.exported.length + there.leftOut.length).toBe(182);
    const back = importAll({ source: "", files: there.files });
    expect(back.skipped).toEqual([]);
    const again = exportCapabilities(toSources(back.items, "tool"), format);
    expect(again.files).toEqual(there.files);
    const backAgain = importAll({ source: "", files: again.files });
    expect(backAgain.items).toEqual(back.items);
  },
);

test.runIf(hasData)("the 12 skills import with every byte, and export gives the same bytes", () => {
  const files = filesUnder("skills");
  const report = importAll({ source: "anthropics/skills", files });
  expect(report.skipped).toEqual([]);
  expect(report.items.length).toBe(12);
  const exported = exportCapabilities(toSources(report.items, "skill"), "skill");
  expect(new Map(exported.files.map(({ path, text }) => [path, text]))).toEqual(
    new Map(files.map(({ path, text }) => [path, text])),
  );
  const flagged = report.items.filter(({ issues }) => issues.some(({ code }) => code === "orders_the_model"));
  expect(flagged.map(({ name }) => name)).toContain("claude-api");
});

test.runIf(hasData)("the 18 OpenAPI documents import; what does not is named", () => {
  const report: ImportReport = importAll({ source: "", files: filesUnder("openapi") });
  expect(report.files.length).toBe(18);
  expect(report.items.length).toMatchInlineSnapshot(`188`);
  expect(report.files.map(({ path, found }) => `${path} ${found}`)).toMatchInlineSnapshot(`
    [
      "2.0/petstore.json 20",
      "3.0/callbacks.json 1",
      "3.0/circular.json 1",
      "3.0/complex-nesting.json 5",
      "3.0/discriminators.json 10",
      "3.0/file-uploads.json 3",
      "3.0/parameters-extreme.json 1",
      "3.0/parameters-style.json 25",
      "3.0/petstore.json 20",
      "3.0/polymorphism.json 13",
      "3.0/schema-circular.json 3",
      "3.0/schema-types.json 21",
      "3.0/security.json 15",
      "3.0/server-variables.json 4",
      "3.0/uspto.json 3",
      "3.1/petstore.json 20",
      "3.1/schema-types.json 23",
      "3.1/webhooks.json 1",
    ]
  `);
  expect(report.skipped.map(({ place, code }) => `${place}: ${code}`)).toMatchInlineSnapshot(`
    [
      "webhook newPet: webhook",
    ]
  `);
  expect(report.items.filter(({ disabled }) => disabled).map(({ place }) => place)).toEqual([]);
});
