import { describe, expect, test } from "vitest";
import type { JsonValue } from "./json";
import { findLoopItems, findPlaceholders, LOOP_ITEMS_MAX, mapStepInput, renderTemplate } from "./template";

describe("a prompt template", () => {
  test.each([
    ["a value", "Hello {name}.", { name: "Ada" }, "Hello Ada."],
    ["a key nobody gave", "Hello {name}.", {}, "Hello {name}."],
    ["a list", "{tags}", { tags: ["a", "b", 3] }, "a, b, 3"],
    ["null", "[{x}]", { x: null }, "[]"],
    ["an object", "{x}", { x: { a: 1 } }, '{"a":1}'],
    ["false and zero", "{x} {y}", { x: false, y: 0 }, "false 0"],
    ["JSON in the prompt", 'Answer {"summary": "..."} for {x}', { x: "it" }, 'Answer {"summary": "..."} for it'],
    ["a value that looks like a placeholder", "{a}{b}", { a: "{b}", b: "2" }, "{b}2"],
    ["a value with replacement patterns", "{a}", { a: "$& $1 $$" }, "$& $1 $$"],
    ["a key of every object", "{constructor} {__proto__}", {}, "{constructor} {__proto__}"],
    ["Chinese", "工单：{ticket_id}", { ticket_id: "TK-1" }, "工单：TK-1"],
  ])("%s", (_, template, values, text) => expect(renderTemplate(template, values)).toBe(text));
});

describe("the input of a forge's step", () => {
  const scope = {
    input: { file: "a.log", limit: 3, lines: ["x", "y"], empty: null },
    steps: { parse: { output: { groups: [{ name: "g" }], ok: true } } },
  };
  test.each([
    ["text", { path: "{{input.file}}" }, { path: "a.log" }],
    ["a number keeps its type", { top: "{{input.limit}}" }, { top: 3 }],
    ["a list keeps its type", { all: "{{ input.lines }}" }, { all: ["x", "y"] }],
    ["null is a value", { x: "{{input.empty}}" }, { x: null }],
    ["the whole input", { x: "{{input}}" }, { x: scope.input }],
    ["an output", { x: "{{steps.parse.output}}" }, { x: { groups: [{ name: "g" }], ok: true } }],
    ["a place in a list", { x: "{{steps.parse.output.groups.0.name}}" }, { x: "g" }],
    ["inside text", { x: "top {{input.limit}} of {{input.lines}}" }, { x: "top 3 of x, y" }],
    ["deep down", { a: [{ b: "{{input.limit}}" }] }, { a: [{ b: 3 }] }],
    ["constants", { a: 1, b: true, c: "plain {x}" }, { a: 1, b: true, c: "plain {x}" }],
  ])("%s", (_, input, mapped) => expect(mapStepInput(input, scope)).toEqual({ kind: "ok", input: mapped }));

  test.each([
    ["an input that is not there", "{{input.nope}}", "input.nope"],
    ["a step that has not run", "{{steps.later.output}}", "steps.later.output"],
    ["a step without .output", "{{steps.parse.groups}}", "steps.parse.groups"],
    ["another root", "{{env.HOME}}", "env.HOME"],
    ["a key of every object", "{{input.constructor}}", "input.constructor"],
    ["inside text", "a {{input.nope}} b", "input.nope"],
  ])("%s is named", (_, text, placeholder) =>
    expect(mapStepInput({ x: text }, scope)).toEqual({ kind: "unresolved", placeholders: [placeholder] }),
  );
});

describe("names that steps gave their outputs", () => {
  const names = new Map<string, JsonValue>([
    ["triage", { errors: 3, groups: ["a", "b"] }],
    ["item", { id: "T-1" }],
  ]);
  const scope = { input: { tickets: ["T-1"], log: "{{item.id}} {{input.tickets}}" }, steps: {}, names };
  test.each([
    ["an output by its name", "{{triage}}", { errors: 3, groups: ["a", "b"] }],
    ["a key of it", "{{triage.errors}}", 3],
    ["a place in a list of it", "{{triage.groups.1}}", "b"],
    ["the item of a loop", "{{item.id}}", "T-1"],
    ["inside text", "ticket {{ item.id }}, {{triage.errors}} errors", "ticket T-1, 3 errors"],
    ["a value that looks like a template is not read again", "{{input.log}}", "{{item.id}} {{input.tickets}}"],
    ["nor inside text", "log: {{input.log}}", "log: {{item.id}} {{input.tickets}}"],
  ])("%s", (_, template, value) =>
    expect(mapStepInput({ x: template }, scope)).toEqual({ kind: "ok", input: { x: value } }),
  );

  test.each([
    "{{nobody}}",
    "{{triage.nope}}",
    "{{__proto__}}",
    "{{triage.__proto__}}",
    "{{triage.constructor}}",
    "{{item.id.length}}",
  ])("%s stands for nothing", (template) =>
    expect(mapStepInput({ x: template }, scope)).toMatchObject({ kind: "unresolved" }),
  );

  test("a key called __proto__ stays a key", () => {
    const mapped = mapStepInput(JSON.parse('{"__proto__": {"isAdmin": "{{triage.errors}}"}}'), scope);
    expect(JSON.stringify(mapped)).toBe('{"kind":"ok","input":{"__proto__":{"isAdmin":3}}}');
    expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
  });
});

describe("what a step loops over", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => at);
  const scope = { input: { ids: ["a", "b"], none: [], text: "abc", many }, steps: {} };
  test.each([
    ["input.ids", { kind: "ok", items: ["a", "b"] }],
    [" {{ input.ids }} ", { kind: "ok", items: ["a", "b"] }],
    ["input.none", { kind: "ok", items: [] }],
    ["input.text", { kind: "bad", reason: "It loops over input.text, which is not a list." }],
    ["input.nope", { kind: "bad", reason: "It loops over input.nope, and nothing before it gave that." }],
    [
      "input.many",
      {
        kind: "bad",
        reason: `It loops over input.many, which has 10000 items; one loop takes at most ${LOOP_ITEMS_MAX}.`,
      },
    ],
  ])("%s", (path, items) => expect(findLoopItems(path, scope)).toEqual(items));
});

test("placeholders are found at any depth, each once; a long run of braces and blanks takes no time", () => {
  expect(findPlaceholders({ a: "{{input.x}} and {{ item }}", b: [{ c: "{{input.x}}" }] })).toEqual(["input.x", "item"]);
  const startedAt = performance.now();
  findPlaceholders(`{{${" ".repeat(200_000)}`);
  findPlaceholders("{{".repeat(100_000));
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
