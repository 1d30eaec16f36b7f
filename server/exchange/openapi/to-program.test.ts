import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "#server/capability/json";
import { importAll } from "#server/exchange/import-files";

const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "Pets" },
  servers: [{ url: "https://pets.example/v1/" }],
  components: { schemas: { Pet: { type: "object", properties: { friend: { $ref: "#/components/schemas/Pet" } } } } },
  paths: {
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "tag", in: "query", schema: { type: "array", items: { type: "string" } } },
          { name: "id", in: "query", schema: { type: "integer" } },
          { name: "X-Trace", in: "header", schema: { type: "string" } },
        ],
        responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } } },
      },
      delete: { operationId: "deletePet", responses: {} },
    },
    "/private": { get: { operationId: "getPrivate", security: [{ key: [] }], responses: {} } },
  },
};

const { items } = importAll({ source: "", files: [{ path: "", text: JSON.stringify(DOCUMENT) }] });

/** Runs the program of an item with a host that answers one call so; gives the frames that it wrote. */
function runProgram(input: JsonObject, answer: JsonObject): JsonObject[] {
  const folder = mkdtempSync(join(tmpdir(), "capstan-program-"));
  try {
    for (const { path, text } of items[0]?.files ?? []) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const frames = [
      { __frame__: "job", input },
      { __frame__: "rpc_result", id: "call-1", ...answer },
    ];
    const stdin = `${frames.map((frame) => JSON.stringify(frame)).join("\n")}\n`;
    const { stdout } = spawnSync(process.execPath, [join(folder, "impl/run.mjs")], { input: stdin, encoding: "utf8" });
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as JsonObject);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("an operation that only reads comes with a program; the others say why they do not", () => {
  expect(items.map(({ name, files }) => [name, files.map(({ path }) => path)])).toEqual([
    ["get_pet", ["CAPABILITY.yaml", "impl/run.mjs", "impl/frames.mjs"]],
    ["delete_pet", ["CAPABILITY.yaml"]],
    ["get_private", ["CAPABILITY.yaml"]],
  ]);
  expect(items.map(({ issues }) => issues.find(({ code }) => /program/.test(code))?.message)).toEqual([
    "It comes with a program that asks pets.example; a person must list that host in Settings.",
    "It comes without a program: http_client only reads: GET and HEAD.",
    "It comes without a program: it needs credentials, which no host service holds.",
  ]);
  expect(items[0]?.files[0]?.text).toContain("requires:\n  - http_client");
});

test("the program writes path, query and headers, and answers status and body", () => {
  const input = { id: "a/b", tag: ["x", "y z"], query_id: 7, "X-Trace": "t" };
  const [call, result] = runProgram(input, { ok: true, data: { status: 200, body: '{"friend":{}}' } });
  expect(call).toMatchObject({
    service: "http_client",
    method: "request",
    input: {
      url: "https://pets.example/v1/pets/a%2Fb?tag=x&tag=y+z&id=7",
      headers: { accept: "application/json", "X-Trace": "t" },
    },
  });
  expect(result).toEqual({ __frame__: "result", output: { status: 200, body: { friend: {} } } });
});

test.each<[title: string, answer: JsonObject, output: JsonObject]>([
  ["a refusal", { ok: false, error: "host_not_allowed: no" }, { problem: "host_not_allowed: no" }],
  [
    "a status that is none of success",
    { ok: true, data: { status: 404, body: "gone" } },
    { status: 404, body: "gone", problem: "The server answered 404." },
  ],
])("%s is a problem in words", (_, answer, output) => {
  expect(runProgram({ id: "1" }, answer)[1]).toEqual({ __frame__: "result", output });
});

test.each(["..", "."])("a value %j of the path asks nobody", (id) => {
  const frames = runProgram({ id }, { ok: true, data: { status: 200, body: "" } });
  expect(frames).toEqual([
    { __frame__: "result", output: { problem: 'A value of the path must not be "." or "..".' } },
  ]);
});
