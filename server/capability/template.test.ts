import { describe, expect, test } from "vitest";
import { mapStepInput, renderTemplate } from "./template";

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
