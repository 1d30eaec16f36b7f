import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toSample } from "./sample-from-schema";

describe("toSample", () => {
  test.each<[string, unknown, unknown]>([
    ["an example before a default", { type: "string", default: "b", examples: ["a"] }, "a"],
    ["a default before an enum", { enum: ["en", "zh"], default: "zh" }, "zh"],
    ["the first of an enum", { enum: ["en", "zh"] }, "en"],
    ["a const", { const: "email" }, "email"],
    ["the smallest allowed integer", { type: "integer", minimum: 5 }, 5],
    ["a multiple", { type: "integer", minimum: 5, multipleOf: 4 }, 8],
    ["a text that the pattern accepts", { type: "string", pattern: "^[A-Z]+-[0-9]+$" }, "EXAMPLE-1"],
    ["a text of the format", { type: "string", format: "date" }, "2026-01-15"],
    ["a text that is long enough", { type: "string", minLength: 9 }, "examplexx"],
    ["a text that is short enough", { type: "string", maxLength: 3 }, "exa"],
    ["the type beside null", { type: ["null", "boolean"] }, true],
    ["anything for true", true, {}],
  ])("answers %s", (_name, schema, sample) => expect(toSample(schema)).toEqual(sample));

  test("fills what is required and what has a value to offer, nothing else", () => {
    const schema = {
      type: "object",
      required: ["log"],
      properties: { log: { type: "string" }, limit: { type: "integer", default: 20 }, note: { type: "string" } },
    };
    expect(toSample(schema)).toEqual({ log: "example", limit: 20 });
  });

  test("takes the first variant of a root union, with what all variants share", () => {
    const schema = {
      type: "object",
      required: ["to"],
      properties: { to: { type: "string", examples: ["ada"] } },
      oneOf: [
        { properties: { kind: { const: "email" }, subject: { type: "string" } }, required: ["kind", "subject"] },
        { properties: { kind: { const: "sms" } }, required: ["kind"] },
      ],
    };
    expect(toSample(schema)).toEqual({ to: "ada", kind: "email", subject: "example" });
  });

  test("ends at depth 3 of a tree that refers to itself", () => {
    const schema = {
      $defs: {
        node: {
          type: "object",
          required: ["name", "children"],
          properties: {
            name: { type: "string", examples: ["n"] },
            children: { type: "array", items: { $ref: "#/$defs/node" } },
          },
        },
      },
      $ref: "#/$defs/node",
    };
    expect(toSample(schema)).toEqual({ name: "n", children: [{ name: "n", children: [{ name: "n", children: [] }] }] });
  });

  test("ends for a ring of references and answers any JSON whatever it is", () => {
    expect(
      toSample({ $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }),
    ).toBeDefined();
    expect(toSample({ type: "array", items: { $ref: "#" } })).toBeDefined();
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => {
        expect(toSample(schema)).not.toBe(undefined);
      }),
    );
  });
});
