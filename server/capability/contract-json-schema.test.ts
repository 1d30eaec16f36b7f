import { expect, test } from "vitest";
import { contractSchema } from "./contract";
import { contractJsonSchema } from "./contract-json-schema";
import { jsonObjectSchema } from "./json";
import { compileProblem, validateJson } from "./validate-json";

const schema = jsonObjectSchema.parse(JSON.parse(JSON.stringify(contractJsonSchema())));

test("it compiles and describes every key of the contract", () => {
  expect(compileProblem(schema)).toBeNull();
  expect(Object.keys(jsonObjectSchema.parse(schema.properties))).toEqual(Object.keys(contractSchema.shape));
});

test("only the name is required, and unknown keys are allowed", () => {
  expect(schema.required).toEqual(["name"]);
  expect(validateJson(schema, { name: "a", owner_team: "x" })).toEqual([]);
  expect(validateJson(schema, { name: "Not A Name" })).not.toEqual([]);
  expect(validateJson(schema, { name: "a", type: "plugin" })).toEqual([
    '/type must be one of ["tool","forge","skill","focus_mode"]',
  ]);
});
