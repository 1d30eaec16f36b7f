import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CAPABILITY_NAME, type JsonSchema } from "./contract";
import { checkName, checkOfferedTool, PROVIDERS, type Provider, type ProviderFinding, toAlias } from "./provider-rules";

const codesOf = (findings: readonly ProviderFinding[]) => findings.map(({ code }) => code);

describe("names", () => {
  const long = "a".repeat(61);
  test.each<[name: string, provider: Provider, prefix: string, codes: string[]]>([
    ["read_file", "openai", "", []],
    ["admin.tools.list", "openai", "", ["name_letters"]],
    ["admin.tools.list", "mcp", "", []],
    ["admin.tools.list", "gemini", "", []],
    ["9lives", "gemini", "", ["name_letters"]],
    ["9lives", "gemini", "mcp_", []],
    ["a".repeat(65), "anthropic", "", ["name_too_long"]],
    ["a".repeat(65), "mcp", "", []],
    [long, "openai", "", []],
    [long, "openai", "mcp_", ["name_too_long"]],
    ["GOOGLESHEETS_SPREADSHEETS_VALUES_BATCH_CLEAR_BY_DATA_FILTER", "cursor", "g", ["name_too_long"]],
    ["GOOGLESHEETS_SPREADSHEETS_VALUES_BATCH_CLEAR_BY_DATA_FILTER", "cursor", "", []],
    ["名字", "openai", "", ["name_letters"]],
  ])("%s for %s after %j: %j", (name, provider, prefix, codes) => {
    const findings = checkName(name, provider, prefix);
    expect(codesOf(findings)).toEqual(codes);
    for (const { alias = "" } of findings) expect(checkName(alias, provider, prefix)).toEqual([]);
  });
});

describe("schemas and descriptions", () => {
  const object: JsonSchema = { type: "object", properties: { a: true } };
  const union: JsonSchema = { oneOf: [{ type: "object" }, { type: "object" }] };
  test.each<[title: string, input: JsonSchema | undefined, refusing: Provider[]]>([
    ["an object", object, []],
    ["no schema", undefined, []],
    ["the schema true", true, []],
    ["the schema false", false, [...PROVIDERS]],
    ["a union at the root", union, ["openai", "anthropic"]],
    ["an object that is a union too", { ...union, type: "object" }, ["openai", "anthropic"]],
    ["an object or null", { type: ["object", "null"] }, [...PROVIDERS]],
    ["no type", { properties: {} }, [...PROVIDERS]],
    ["a property with a space", { type: "object", properties: { "a b": {} } }, ["anthropic"]],
    ["a property of 65 letters", { type: "object", properties: { ["p".repeat(65)]: {} } }, ["anthropic"]],
  ])("%s is refused by %s", (_, input, refusing) => {
    const refused = PROVIDERS.filter((provider) => checkOfferedTool({ name: "send", input }, provider).length > 0);
    expect(refused).toEqual(refusing);
  });

  test("a description of 1,025 characters is too long for OpenAI only", () => {
    const refused = PROVIDERS.filter(
      (provider) => checkOfferedTool({ name: "send", description: "d".repeat(1_025) }, provider).length > 0,
    );
    expect(refused).toEqual(["openai"]);
  });
});

describe("aliases", () => {
  test.each([
    ["read_file", "read_file"],
    ["addPerson", "add_person"],
    ["XMLHttpRequest", "xml_http_request"],
    ["API-post-page", "api-post-page"],
    ["DATA_EXPORT_v2", "data_export_v2"],
    ["user-profile/update", "user-profile_update"],
    ["__proto__", "proto"],
    ["查询天气", "tool_22cf3c"],
  ])("%s is offered as %s", (name, alias) => expect(toAlias(name, { lengthMax: 64 })).toBe(alias));

  test("two long names with one beginning stay apart", () => {
    const names = ["one", "two"].map((end) => toAlias(`${"x".repeat(80)}${end}`, { lengthMax: 64 }));
    expect(new Set(names).size).toBe(2);
    expect(names.map(({ length }) => length)).toEqual([64, 64]);
  });

  test("any name gets a legal alias within the length that is not taken, the same one each time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 8, max: 64 }), (name, lengthMax) => {
        const taken = new Set<string>();
        for (let count = 0; count < 3; count += 1) {
          const alias = toAlias(name, { lengthMax, taken });
          expect(alias).toMatch(CAPABILITY_NAME);
          expect(alias.length).toBeLessThanOrEqual(lengthMax);
          expect(taken.has(alias)).toBe(false);
          expect(toAlias(name, { lengthMax, taken })).toBe(alias);
          taken.add(alias);
        }
      }),
    );
  });
});
