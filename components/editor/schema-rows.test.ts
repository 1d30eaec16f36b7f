import fc from "fast-check";
import { expect, test } from "vitest";
import { toSchemaTable } from "./schema-rows";

test("fields are listed in order with type, choices, default and bounds", () => {
  const { rows } = toSchemaTable({
    type: "object",
    required: ["log"],
    properties: {
      log: { type: "string", maxLength: 10, description: "The text." },
      language: { enum: ["en", "zh"], default: "en" },
      groups: { type: "array", items: { type: "object", properties: { count: { type: ["integer", "null"] } } } },
    },
  });
  expect(rows.map((row) => [row.path, row.type, row.isRequired, row.bounds])).toEqual([
    ["log", "string", true, [["maxLength", 10]]],
    ["language", "choice", false, []],
    ["groups", "array of object", false, []],
    ["groups.count", "integer or null", false, []],
  ]);
  expect(rows[1]).toMatchObject({ choices: ['"en"', '"zh"'], defaultValue: '"en"' });
});

test("a field of several variants stands once, with what it may be in each", () => {
  const { rows } = toSchemaTable({
    oneOf: [{ properties: { kind: { const: "email" } } }, { properties: { kind: { const: "sms" } } }],
  });
  expect(rows.map((row) => [row.path, row.type])).toEqual([["kind", '"email" or "sms"']]);
});

test("a schema that refers to itself ends and says that there is more", () => {
  const table = toSchemaTable({ properties: { child: { $ref: "#" } } });
  expect(table.rows.length).toBeGreaterThan(2);
  expect(table.isCut).toBe(true);
});

test("any JSON is a schema here", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (schema) => {
      expect(Array.isArray(toSchemaTable(schema).rows)).toBe(true);
    }),
  );
});
