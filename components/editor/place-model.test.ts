import { expect, test } from "vitest";
import { type CapabilityPlace, toDimensions, toNameParts, toObstacleText, toValueText, toWayText } from "./place-model";

type Tier = CapabilityPlace["facts"]["tiers"][number];
type Field = CapabilityPlace["fields"][number];

test.each<[Tier["obstacle"], string | null]>([
  [null, null],
  ["least", "begins at writing task"],
  ["scope", "only the sub-agent media"],
  ["excluded", "it is kept from these"],
  ["draft", "it is a draft"],
])("obstacle %s", (obstacle, expected) => {
  const facts = { minTier: "task_write", scope: "media" } as CapabilityPlace["facts"];
  expect(toObstacleText({ tier: "question", obstacle }, facts)).toBe(expected);
});

test.each<[string, Field["value"], string]>([
  ["usage_guide", null, "not set"],
  ["subagent_scope", "", "everybody's"],
  ["exclude_from", [], "none"],
  ["intent_keywords.zh", ["日志", "报错"], "日志, 报错"],
  ["bindable", true, "yes"],
  ["sort_order", 10, "10"],
  ["house_rule", [{ a: 1 }], '{"a":1}'],
])("%s holds %j", (name, value, expected) => {
  expect(toValueText({ dimension: "runtime", name, value, origin: "own" })).toBe(expected);
});

test.each<[Parameters<typeof toWayText>[0], string]>([
  [{ way: "step", detail: "parse" }, "step parse"],
  [{ way: "uses", detail: null }, "uses"],
  [{ way: "uses", detail: "parse" }, "uses in parse"],
  [{ way: "binds", detail: null }, "skill for it"],
])("%j is told", (way, expected) => expect(toWayText(way)).toBe(expected));

test("a name is broken after its dot", () => {
  expect(toNameParts("intent_keywords.zh")).toEqual(["intent_keywords.", "zh"]);
  expect(toNameParts("owner")).toEqual(["owner"]);
});

test("fields come by dimension, in their order", () => {
  const make = (dimension: Field["dimension"], name: string): Field => ({
    dimension,
    name,
    value: null,
    origin: "unset",
  });
  const found = toDimensions([make("runtime", "owner"), make("runtime", "dynamic"), make("policy", "profiles")]);
  expect(found.map(({ name, fields }) => [name, fields.length])).toEqual([
    ["runtime", 2],
    ["policy", 1],
  ]);
});
