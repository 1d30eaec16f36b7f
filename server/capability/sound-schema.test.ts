import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "./contract";
import type { JsonObject } from "./json";
import { isSurelySound } from "./sound-schema";
import { compileProblem, validateJson } from "./validate-json";

const SHARED = join(import.meta.dirname, "../../../shared/data");
const DIALECTS = [undefined, "http://json-schema.org/draft-07/schema#"];

/** What the compiler says; null when it compiles. */
function findCompilerProblem(schema: JsonSchema, dialect: string | undefined): string | null {
  const named = typeof schema === "object" && dialect !== undefined ? { $schema: dialect, ...schema } : schema;
  const [problem] = validateJson(named, "x").filter((sentence) => sentence.startsWith("schema: "));
  // It compiled, or nothing could have recursed.
  return problem === undefined || problem.startsWith("schema: it recurses") ? null : problem;
}

function expectSoundToCompile(schema: JsonSchema): void {
  for (const dialect of DIALECTS) expect(findCompilerProblem(schema, dialect)).toBeNull();
}

test.each<[string, JsonSchema]>([
  ["nothing", {}],
  ["yes and no", { properties: { a: true, b: false } }],
  [
    "what tools look like",
    {
      type: "object",
      properties: {
        city: { type: "string", description: "Where", minLength: 1, pattern: "^\\p{L}+$" },
        days: { type: ["integer", "null"], minimum: 1, maximum: 14, default: 3 },
        units: { enum: ["metric", "imperial", null], "x-order": 2 },
        tags: { type: "array", items: { type: "string", format: "no-such-format" }, uniqueItems: true },
      },
      required: ["city"],
      additionalProperties: false,
    },
  ],
  [
    "references into itself",
    {
      properties: { a: { $ref: "#/$defs/tree" }, b: { type: "array", items: { $ref: "#/properties/a" } } },
      $defs: { tree: { properties: { left: { $ref: "#/$defs/tree" }, all: { $ref: "#" } } } },
    },
  ],
  ["choices", { anyOf: [{ type: "string" }, { not: { const: 3 } }], $defs: { a: { multipleOf: 0.5 } } }],
])("%s is surely sound", (_, schema) => {
  expect(isSurelySound(schema)).toBe(true);
  expectSoundToCompile(schema);
});

test.each<[string, unknown]>([
  ["a type that is none", { type: "text" }],
  ["a type twice", { type: ["string", "string"] }],
  ["no choice", { enum: [] }],
  ["a broken pattern", { pattern: "(" }],
  ["a name required twice", { required: ["a", "a"] }],
  ["a choice given twice", { enum: ["a", "a"] }],
  ["the old required", { properties: { a: { required: true } } }],
  ["a negative length", { minLength: -1 }],
  ["a reference to nothing", { $ref: "#/$defs/nope" }],
  ["a reference to what is no schema", { $ref: "#/properties", properties: { a: {} } }],
  ["a reference to another file", { $ref: "other.json#/a" }],
  ["a reference with escapes", { $ref: "#/$defs/a~1b", $defs: { "a/b": {} } }],
  ["an id", { $id: "https://x.example/a" }],
  ["the old id", { id: "a" }],
  ["a keyword that needs a type", { nullable: true }],
  ["an id in a vendor's keyword", { "x-more": { $id: "https://x.example/a" } }],
  ["an asynchronous one", { $async: true }],
  ["items of the old kind", { items: [{ type: "string" }] }],
  ["text", "object"],
  ["a list", []],
  ["too much", { description: "x".repeat(600_000) }],
])("%s is left to the compiler", (_, schema) => {
  expect(isSurelySound(schema)).toBe(false);
});

const toolSchema = z.object({ parameters: z.custom<JsonObject>().default({}) });

const keyword = fc.constantFrom(
  ...["type", "enum", "const", "default", "pattern", "format", "required", "minLength", "minimum", "multipleOf"],
  ...["exclusiveMinimum", "uniqueItems", "title", "examples", "deprecated", "maxProperties", "x-own", "nullable", "id"],
  ...["properties", "items", "additionalProperties", "not", "anyOf", "allOf", "$defs", "$ref", "$comment", "__proto__"],
);
const scalar = fc.oneof(
  fc.constantFrom(
    "string",
    "object",
    "null",
    "a",
    "(",
    "[a",
    "^x$",
    "\\Z",
    "a\\Z",
    "date-time",
    "#",
    "#/$defs/a",
    "#/$defs/b",
    "#/properties/a",
    "#/$defs",
    "",
  ),
  fc.constantFrom(null, true, false, 0, 1, -1, 0.5, Number.POSITIVE_INFINITY),
);
const { schema: anySchema } = fc.letrec((tie) => ({
  schema: fc.oneof({ depthSize: "small" }, fc.boolean(), fc.dictionary(keyword, tie("value"), { maxKeys: 4 })),
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    tie("schema"),
    fc.array(tie("schema"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "__proto__", "constructor"), tie("schema"), { maxKeys: 2 }),
  ),
}));

test("whatever is called sound compiles in both dialects", () => {
  let sound = 0;
  fc.assert(
    fc.property(anySchema, (schema) => {
      if (!isSurelySound(schema)) return;
      sound += 1;
      expectSoundToCompile(schema as JsonSchema);
    }),
    { numRuns: 2_000 },
  );
  expect(sound).toBeGreaterThan(150);
});

test.runIf(!existsSync(SHARED))("the suite and the corpora are not here: ../shared/data is absent", () => {
  expect(existsSync(SHARED)).toBe(false);
});

describe.runIf(existsSync(SHARED))("public schemas", () => {
  test.each(["draft7", "draft2020-12"])(
    "the verdict on every schema of the suite's %s is the compiler's",
    (dialect) => {
      const folder = join(SHARED, "json-schema-suite/tests", dialect);
      const groups = readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .flatMap((name) =>
          z
            .array(z.looseObject({ schema: z.custom<JsonSchema>() }))
            .parse(JSON.parse(readFileSync(join(folder, name), "utf8"))),
        );
      for (const { schema } of groups) {
        for (const named of DIALECTS) {
          const own = typeof schema === "object" && named !== undefined ? { $schema: named, ...schema } : schema;
          expect(compileProblem(own) === null).toBe(findCompilerProblem(own, undefined) === null);
        }
      }
      expect(groups.length).toBeGreaterThan(200);
    },
  );

  test("nine in ten schemas of real tools are surely sound, and compile", () => {
    const tools = ["bfcl", "livemcp"].flatMap((set) =>
      readFileSync(join(SHARED, "search", set, "corpus.jsonl"), "utf8")
        .split("\n")
        .filter(Boolean),
    );
    const schemas = tools.map((line) => toolSchema.parse(JSON.parse(line)).parameters);
    const sound = schemas.filter(({ $schema: _dialect, ...rules }) => isSurelySound(rules));
    expect(sound.length / schemas.length).toBeGreaterThan(0.9);
    for (const [at, schema] of sound.entries()) {
      if (at % 10 === 0) expect(findCompilerProblem(schema, undefined)).toBeNull();
    }
  });
});
