import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "./contract";
import type { JsonValue } from "./json";
import { validateJson } from "./validate-json";

/** The public JSON Schema suite, as it stands beside the repository. */
const SUITE = join(import.meta.dirname, "../../../shared/data/json-schema-suite/tests");

const groupsSchema = z.array(
  z.looseObject({
    // Taken as they are: a copy would lose keys such as __proto__, which some tests are about.
    schema: z.custom<JsonSchema>(),
    tests: z.array(z.looseObject({ data: z.custom<JsonValue>(), valid: z.boolean() })),
  }),
);

/**
 * Where Capstan's verdict differs on purpose or by ajv's limits, with the number of tests: remote schemas are never fetched;
 * formats are assertions; the rest are keywords that ajv 8 reads otherwise.
 */
const KNOWN: Record<string, Record<string, number>> = {
  draft7: { "properties.json": 1, "ref.json": 3, "refRemote.json": 12 },
  "draft2020-12": {
    "dynamicRef.json": 21,
    "format.json": 15,
    "properties.json": 1,
    "ref.json": 3,
    "refRemote.json": 16,
    "unevaluatedItems.json": 11,
    "unevaluatedProperties.json": 4,
    "vocabulary.json": 1,
  },
};

function countDifferences(dialect: string, file: string): number {
  const groups = groupsSchema.parse(JSON.parse(readFileSync(join(SUITE, dialect, file), "utf8")));
  return groups
    .flatMap(({ schema, tests }) => {
      const named =
        dialect === "draft7" && typeof schema === "object"
          ? { $schema: "http://json-schema.org/draft-07/schema#", ...schema }
          : schema;
      return tests.map(({ data, valid }) => (validateJson(named, data).length === 0) === valid);
    })
    .filter((agrees) => !agrees).length;
}

test.runIf(!existsSync(SUITE))("the JSON Schema suite is not here: ../shared/data is absent", () => {
  expect(existsSync(SUITE)).toBe(false);
});

describe.runIf(existsSync(SUITE)).each(Object.keys(KNOWN))("the required tests of %s", (dialect) => {
  const files = existsSync(SUITE) ? readdirSync(join(SUITE, dialect)).filter((name) => name.endsWith(".json")) : [];
  test.each(files)("%s", (file) => {
    expect(countDifferences(dialect, file)).toBe(KNOWN[dialect]?.[file] ?? 0);
  });
});
