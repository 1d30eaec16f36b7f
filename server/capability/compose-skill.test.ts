import { expect, test } from "vitest";
import { composeSkill, toComposedName } from "./compose-skill";
import type { JsonValue } from "./json";
import { parseSkill } from "./parse-skill";

const INPUT = { type: "object", properties: { ids: { type: "array" } }, additionalProperties: false };

function compile(schema: JsonValue, name = "ticket-round") {
  const text = `---\nname: ${name}\ndescription: Looks tickets up.\ntool_schema: ${JSON.stringify(schema)}\n---\nBody\n`;
  const parsed = parseSkill(text, "SKILL.md", name);
  if (parsed.kind !== "ok") throw new Error(JSON.stringify(parsed.issues));
  return { tool: composeSkill(parsed.contract), issues: parsed.issues };
}

test("a skill with steps compiles to a forge of its own name", () => {
  const { tool, issues } = compile({
    input: INPUT,
    output: { type: "object" },
    steps: [
      {
        action: "look up",
        tool: "ticket",
        loop_over: "{{input.ids}}",
        input_map: { id: "{{item}}" },
        output_as: "found",
      },
      { tool: "digest", input_map: { tickets: "{{found}}" } },
      { tool: "digest", input_map: { tickets: "{{found.0}}" } },
    ],
    output_map: { all: "{{found}}" },
  });
  expect(issues).toEqual([]);
  expect(tool?.problems).toEqual([]);
  expect(tool?.contract).toMatchObject({
    name: "skill_ticket_round",
    type: "forge",
    description: "Looks tickets up.",
    contract: { input: INPUT, output: { type: "object" } },
    output_map: { all: "{{found}}" },
    steps: [
      { id: "found", kind: "capability", capability: "ticket", loop_over: "{{input.ids}}", output_as: "found" },
      { id: "digest", kind: "capability", capability: "digest", input: { tickets: "{{found}}" } },
      { id: "digest-2", kind: "capability", capability: "digest" },
    ],
  });
});

test("a skill without steps compiles to nothing, and no other type does", () => {
  const parsed = parseSkill("---\nname: notes\ndescription: x\n---\nBody\n", "SKILL.md");
  expect(parsed.kind === "ok" && composeSkill(parsed.contract)).toBeUndefined();
});

const STEP = { tool: "ticket" };

test.each<[string, JsonValue, string, string]>([
  ["no map at all", "x", "composed_schema", "tool_schema"],
  ["no input", { steps: [STEP] }, "composed_schema", "tool_schema.input"],
  ["no steps", { input: {}, steps: [] }, "composed_schema", "tool_schema.steps"],
  ["a step without a tool", { input: {}, steps: [{ action: "x" }] }, "composed_schema", "tool_schema.steps.0.tool"],
  ["more steps than may be", { input: {}, steps: Array(33).fill(STEP) }, "composed_schema", "tool_schema.steps"],
  [
    "a schema that does not compile",
    { input: { type: "objekt" }, steps: [STEP] },
    "composed_schema",
    "tool_schema.input",
  ],
  [
    "a reserved name",
    { input: {}, steps: [{ ...STEP, output_as: "item" }] },
    "composed_schema",
    "tool_schema.steps.0.output_as",
  ],
  [
    "a name of every object",
    { input: {}, steps: [{ ...STEP, output_as: "__proto__" }] },
    "composed_schema",
    "tool_schema.steps.0.output_as",
  ],
  [
    "an input that the schema does not have",
    { input: INPUT, steps: [{ ...STEP, input_map: { id: "{{input.nope}}" } }] },
    "composed_reference",
    "tool_schema.steps.0.input_map",
  ],
  [
    "an item without a loop",
    { input: {}, steps: [{ ...STEP, input_map: { id: "{{item}}" } }] },
    "composed_reference",
    "tool_schema.steps.0.input_map",
  ],
  [
    "an output of a later step",
    {
      input: {},
      steps: [
        { ...STEP, input_map: { id: "{{late.x}}" } },
        { ...STEP, output_as: "late" },
      ],
    },
    "composed_reference",
    "tool_schema.steps.0.input_map",
  ],
  [
    "a name given twice",
    {
      input: {},
      steps: [
        { ...STEP, output_as: "a" },
        { ...STEP, output_as: "a" },
      ],
    },
    "composed_reference",
    "tool_schema.steps.1.output_as",
  ],
  [
    "a loop over nothing",
    { input: {}, steps: [{ ...STEP, loop_over: "ids" }] },
    "composed_reference",
    "tool_schema.steps.0.loop_over",
  ],
])("%s is told at its place", (_, schema, code, path) => {
  const { issues, tool } = compile(schema);
  expect(issues).toMatchObject([{ severity: "error", code, path, line: 4 }]);
  expect(tool?.problems).toHaveLength(1);
  expect(tool?.contract.name).toBe("skill_ticket_round");
});

test("a name that would be too long is listed by its beginning, with the problem", () => {
  const { tool, issues } = compile({ input: {}, steps: [STEP] }, "a".repeat(64));
  expect(issues).toMatchObject([{ code: "composed_schema", path: "name" }]);
  expect(tool?.contract.name).toHaveLength(64);
  expect(toComposedName("a-b")).toBe("skill_a_b");
});
