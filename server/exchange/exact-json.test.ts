import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ExactValue, readJson, toJsonText, toJsonValue } from "./exact-json";
import { readExactYaml, toYamlText } from "./exact-yaml";

const exactValues: fc.Arbitrary<ExactValue> = fc.letrec<{ value: ExactValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: "binary" }),
    fc.integer(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((number) => (Number.isInteger(number) ? number % 1_000 || 0 : number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "<<", "")), tie("value"), {
      maxKeys: 4,
    }),
  ),
})).value;

describe("what is read is what is written, digit by digit", () => {
  test.each(["107505301260286111", "174322306148984899", "-9007199254740993", "1.5", "1e3", "0"])("%s", (source) => {
    const read = readJson(`{"default": ${source}}`);
    expect(read.kind === "ok" && toJsonText(read.value)).toBe(
      `{\n  "default": ${source === "1e3" ? "1000" : source}\n}`,
    );
  });

  test("any value survives JSON", () => {
    fc.assert(
      fc.property(exactValues, (value) => {
        expect(readJson(toJsonText(value))).toEqual({ kind: "ok", value });
      }),
      { numRuns: 300 },
    );
  });

  test("any value survives YAML", () => {
    fc.assert(
      fc.property(exactValues, (value) => {
        expect(readExactYaml(toYamlText({ value }))).toEqual({ kind: "ok", value: { value } });
      }),
      { numRuns: 300 },
    );
  });

  test("any text of JSON is read as the engine reads it", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        // The long number sends it through our own reader.
        const read = readJson(`[${text}, 9007199254740993]`);
        expect(read.kind === "ok" && toJsonValue(read.value)).toEqual([JSON.parse(text), 9007199254740992]);
      }),
    );
  });
});

describe("what is not JSON is named by its place", () => {
  test.each([
    ["", { line: 1, column: 1 }, "The text ends too early"],
    ['{\n  "a": 1,\n}', { line: 3, column: 1 }, "Nothing follows the comma before }"],
    ["[1 2]", { line: 1, column: 4 }, "A comma or ] is expected"],
    ["{a: 1}", { line: 1, column: 2 }, "A text in quotation marks is expected"],
    ['{"a" 1}', { line: 1, column: 6 }, "A colon is expected after the key"],
    ["[1] x", { line: 1, column: 5 }, "More text follows the end of the value"],
    [`${"[".repeat(2_000)}9007199254740993`, { line: 1, column: 502 }, "It nests more than 500 levels deep"],
  ])("%j", (text, place, message) => expect(readJson(text)).toEqual({ kind: "bad", message, ...place }));
});

test("20 MB with long numbers are read", { timeout: 60_000 }, () => {
  const row = `{"name":"${"x".repeat(80)}","id":107505301260286111,"tags":["a","b"],"n":1.25},`;
  const text = `[${row.repeat(Math.ceil((20 * 1024 * 1024) / row.length))}0]`;
  expect(readJson(text).kind).toBe("ok");
});
