import { describe, expect, test } from "vitest";
import type { JsonSchema } from "./contract";
import type { JsonValue } from "./json";
import { compileProblem, validateJson } from "./validate-json";

const TICKET: JsonSchema = {
  type: "object",
  required: ["ticket_id"],
  additionalProperties: false,
  properties: {
    ticket_id: { type: "string", pattern: "^TK-\\d+$" },
    level: { enum: ["low", "high"] },
    since: { type: "string", format: "date" },
    count: { type: ["integer", "null"], minimum: 1 },
  },
};

describe("what is wrong is said in sentences", () => {
  test.each<[string, JsonSchema, JsonValue, string[]]>([
    ["valid", TICKET, { ticket_id: "TK-1" }, []],
    ["a wrong type", TICKET, { ticket_id: 3 }, ["/ticket_id must be a string"]],
    ["two types", TICKET, { ticket_id: "TK-1", count: "x" }, ["/count must be an integer or null"]],
    ["missing", TICKET, {}, ["/ticket_id is missing"]],
    ["unknown", TICKET, { ticket_id: "TK-1", x: 1 }, ["/x is not a known property"]],
    ["a pattern", TICKET, { ticket_id: "1" }, ["/ticket_id must match the pattern ^TK-\\d+$"]],
    ["an enum", TICKET, { ticket_id: "TK-1", level: "mid" }, ['/level must be one of ["low","high"]']],
    ["a format", TICKET, { ticket_id: "TK-1", since: "Monday" }, ["/since must have the format date"]],
    ["a bound", TICKET, { ticket_id: "TK-1", count: 0 }, ["/count must be >= 1"]],
    ["no object", TICKET, [], ["The value must be an object"]],
    ["true takes anything", true, { a: 1 }, []],
    ["false takes nothing", false, 1, ["The value is not allowed"]],
    ["the empty schema", {}, null, []],
    ["a boolean subschema", { properties: { a: true, b: false } }, { a: 1, b: 2 }, ["/b is not allowed"]],
    ["an unknown keyword", { type: "string", widget: "area" }, "x", []],
    ["an unknown format", { type: "string", format: "ticket" }, "x", []],
  ])("%s", (_, schema, value, sentences) => expect(validateJson(schema, value)).toEqual(sentences));

  test("a thousand findings are counted, not listed", () => {
    const sentences = validateJson({ items: { type: "string" } }, Array(1_000).fill(1));
    expect(sentences).toHaveLength(21);
    expect(sentences.at(-1)).toBe("and 980 more of 1000 findings");
  });
});

test("prefixItems counts in 2020-12 and items lists in draft-07", () => {
  const draft07 = { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }] };
  expect(validateJson({ prefixItems: [{ type: "string" }] }, [1])).toEqual(["/0 must be a string"]);
  expect(validateJson(draft07, [1])).toEqual(["/0 must be a string"]);
});

test("inherited properties are no properties", () => {
  expect(validateJson({ required: ["toString"] }, {})).toEqual(["/toString is missing"]);
});

test("recursion is followed as deep as the value goes", () => {
  const tree: JsonSchema = { type: "object", properties: { child: { $ref: "#" }, name: { type: "string" } } };
  expect(validateJson(tree, { child: { child: { name: 1 } } })).toEqual(["/child/child/name must be a string"]);
});

test("two schemas of one $id do not meet", () => {
  expect(validateJson({ $id: "https://x.example/a", type: "string" }, "x")).toEqual([]);
  expect(validateJson({ $id: "https://x.example/a", type: "number" }, "x")).toEqual(["The value must be a number"]);
});

describe("a schema that does not compile is the schema's problem", () => {
  const deep = (levels: number): JsonSchema => (levels === 0 ? {} : { properties: { a: deep(levels - 1) } });
  test.each<[string, JsonSchema, RegExp]>([
    ["an unknown type", { type: "text" }, /schema is invalid/],
    ["a reference to nothing", { $ref: "#/$defs/nope" }, /can't resolve reference/],
    ["a reference to another host", { $ref: "https://x.example/schema.json" }, /can't resolve reference/],
    ["a broken pattern", { pattern: "(" }, /./],
    ["asynchronous", { $async: true, type: "string" }, /async/],
    ["nested too deep", deep(200), /levels deep/],
    ["too large", { description: "x".repeat(600_000) }, /characters/],
  ])("%s", (_, schema, problem) => {
    expect(compileProblem(schema)).toMatch(problem);
    expect(validateJson(schema, "x")[0]).toMatch(/^schema: /);
  });

  test("one that refers to itself without taking a step ends", () => {
    const sentences = validateJson({ $ref: "#" }, "x");
    expect(sentences.every((sentence) => sentence.startsWith("schema: "))).toBe(true);
  });

  test("one that compiles has no problem", () => expect(compileProblem(TICKET)).toBeNull());
});

test("a schema object is compiled once", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, TICKET])),
  };
  validateJson(schema, {});
  const started = performance.now();
  for (let at = 0; at < 1_000; at += 1) validateJson(schema, {});
  // Compiling each time would take minutes; the bound only tells the two apart, on a busy machine too.
  expect(performance.now() - started).toBeLessThan(10_000);
});
