import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#server/access/access";
import { appRouter } from "#server/api/router";
import { createFolder } from "#server/main/testing";
import { createServices, type Services } from "#server/services";
import { loadSettings } from "#server/settings";

const OBJECT = { type: "object", properties: { id: { type: "string" } } };
const LIST = JSON.stringify({
  tools: [
    { name: "API-send", description: "Sends a page.", inputSchema: OBJECT, annotations: { readOnlyHint: false } },
    { name: "csv-profile", description: "Profiles.", inputSchema: OBJECT },
    { name: "no-schema" },
    { description: "Nameless." },
  ],
});
const files = [{ path: "tools.json", text: LIST }];
const ADA: Actor = { kind: "person", person: { id: "ada", name: "ada" } };

const folder = createFolder();
let services: Services;

beforeAll(async () => {
  mkdirSync(join(folder.path, "agent/capability/capabilities"), { recursive: true });
  const settings = loadSettings({
    CAPSTAN_HOME: join(folder.path, "state"),
    PI_AGENT_DIR: join(folder.path, "agent"),
    NODE_ENV: "test",
  });
  services = await createServices(settings, { instanceId: "test", log: () => {}, takesRuns: false });
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

function callAs(actor: Actor) {
  return appRouter.createCaller({ services, actor, sessionToken: null, address: "" }).exchange;
}

test("a preview names what is new, what is taken and what is skipped, and makes nothing", async () => {
  const preview = await callAs(ADA).preview({ files, source: "notion" });
  expect(preview.items.map(({ name, collision }) => [name, collision?.suggestedName ?? null])).toEqual([
    ["api-send", null],
    ["csv-profile", "notion_csv-profile"],
    ["no-schema", null],
  ]);
  expect(preview.items[2]?.disabled?.reason).toContain("no input schema");
  expect(preview.skipped.map(({ code, place }) => [code, place])).toEqual([["no_name", "tools.json, tool 4"]]);
  expect(preview.root).toBe(join(folder.path, "agent/capability/capabilities"));
  expect(await services.drafts.listNew()).toEqual([]);
});

test("what was chosen becomes drafts; what cannot is named, and the rest is made", async () => {
  const request = { files, source: "notion", keys: ["tools.json#1", "tools.json#2", "tools.json#9"] };
  const result = await callAs(ADA).create(request);
  expect(result.created).toEqual([{ key: "tools.json#1", name: "api-send" }]);
  expect(result.refused.map(({ name, code }) => [name, code])).toEqual([
    ["csv-profile", "conflict"],
    ["tools.json#9", "not_found"],
  ]);
  const renamed = {
    ...request,
    names: { "tools.json#2": "notion_csv-profile" },
    keys: ["tools.json#1", "tools.json#2"],
  };
  const second = await callAs(ADA).create(renamed);
  expect(second.created.map(({ name }) => name)).toEqual(["notion_csv-profile"]);
  expect(second.refused.map(({ message }) => message)).toEqual(['ada has a draft named "api-send" already.']);
  const draft = await services.drafts.findNew("api-send");
  expect(draft).toMatchObject({
    kind: "ok",
    entry: { state: "draft", disabled: { reason: expect.stringContaining("impl/run.mjs") } },
  });
});

test("an export holds the shipped capability and the imported draft, and names what it leaves out", async () => {
  const names = ["api-send", "csv-profile", "nobody", "capability-authoring"];
  const report = await callAs(ADA).export({ names, format: "mcp" });
  expect(report.exported).toEqual([
    { name: "api-send", as: "API-send" },
    { name: "csv-profile", as: "csv-profile" },
  ]);
  expect(report.leftOut.map(({ name, code }) => [name, code])).toEqual([
    ["nobody", "not_found"],
    ["capability-authoring", "not_a_tool"],
  ]);
  expect(JSON.parse(report.files[0]?.text ?? "").tools[0]).toEqual(JSON.parse(LIST).tools[0]);
});

test("the command line may neither preview nor create drafts", async () => {
  const cli = callAs({ kind: "cli" });
  await expect(cli.preview({ files })).rejects.toThrow("The command line may not edit a draft.");
  await expect(cli.create({ files, keys: ["tools.json#1"] })).rejects.toThrow("The command line may not edit a draft.");
});
