import { expect, test } from "vitest";
import { findVariants, switchVariant } from "./variants";

const schema = {
  type: "object",
  required: ["to"],
  properties: { to: { type: "string", examples: ["ada"] } },
  oneOf: [
    {
      properties: { kind: { const: "email" }, subject: { type: "string", examples: ["Hello"] } },
      required: ["kind", "subject"],
    },
    { $ref: "#/$defs/sms" },
  ],
  $defs: {
    sms: {
      properties: { kind: { const: "sms" }, urgent: { type: "boolean" } },
      required: ["kind", "urgent"],
    },
  },
};

test("the variants of a root union are named by their constants", () => {
  expect(findVariants(schema).map((variant) => variant.label)).toEqual(["email", "sms"]);
});

test("switching keeps shared values and takes the variant's own constant", () => {
  const [email, sms] = findVariants(schema);
  if (!email || !sms) throw new Error("two variants were expected");
  expect(switchVariant(email, null)).toEqual({ to: "ada", kind: "email", subject: "Hello" });
  expect(switchVariant(sms, { to: "grace", kind: "email", subject: "Hi" })).toEqual({
    to: "grace",
    kind: "sms",
    urgent: true,
  });
});

test.each([
  ["no union", { type: "object", properties: { a: { type: "string" } } }],
  ["one branch", { oneOf: [{ properties: { a: {} } }] }],
  ["a union of required lists", { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] }],
  ["a boolean schema", true],
])("%s offers no choice", (_name, value) => expect(findVariants(value)).toEqual([]));
