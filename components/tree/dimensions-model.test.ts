import { expect, test } from "vitest";
import { toDimensions } from "./dimensions-model";

test("dimensions come in the tree's order, nested fields by their path, unknown keys like known ones", () => {
  expect(
    toDimensions({
      policy: { profiles: ["full", "coding"], policy_groups: [] },
      routing: { min_tier: "question", intent_keywords: { zh: ["日志"], en: ["log", "crash"] }, intent_priority: 0 },
      skills: { bindable: false },
      perms: { house_rule: "ask first" },
      display: { title: "" },
    }),
  ).toEqual([
    {
      name: "routing",
      fields: [
        { name: "min_tier", value: "question" },
        { name: "intent_keywords.zh", value: "日志" },
        { name: "intent_keywords.en", value: "log, crash" },
        { name: "intent_priority", value: "0" },
      ],
    },
    { name: "perms", fields: [{ name: "house_rule", value: "ask first" }] },
    { name: "skills", fields: [{ name: "bindable", value: "no" }] },
    { name: "policy", fields: [{ name: "profiles", value: "full, coding" }] },
  ]);
});

test("no metadata makes no dimension", () => expect(toDimensions({})).toEqual([]));
