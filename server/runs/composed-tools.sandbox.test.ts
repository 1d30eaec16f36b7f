import { expect, test } from "vitest";
import type { JsonValue } from "#server/capability/json";
import type { ExecutionRequest } from "./runs";
import { type Folder, openWorkbench, toBuffer, toProgram, type Workbench } from "./testing";

const double: Folder = {
  "CAPABILITY.yaml": `name: double
description: Doubles a number.
contract:
  input: { type: object, required: [n], properties: { n: { type: number } }, additionalProperties: false }
`,
  "impl/run.mjs": toProgram(
    "if (input.n === 13) throw new Error('no thirteens'); return { n: input.n * 2, text: '{{input.numbers}} {{item}}' };",
  ),
};

function makeSkill(name: string, steps: string, more = ""): Folder {
  return {
    "SKILL.md": `---
name: ${name}
description: Doubles many numbers.
tool_schema:
  input: { type: object, properties: { numbers: { type: array } } }
  steps: ${steps}
${more}---
Double them.
`,
  };
}

const doubleAll = makeSkill(
  "double-all",
  '[{ action: double, tool: double, loop_over: "{{input.numbers}}", input_map: { n: "{{item}}" }, output_as: doubled }]',
  '  output_map: { first: "{{doubled.0.n}}", all: "{{doubled}}", given: "{{input.numbers}}" }\n',
);

function subjectOf(bench: Workbench, name: string): ExecutionRequest["subject"] {
  const digest = bench.registry.current().entries.get(name)?.digest ?? "";
  return { kind: "digest", digest };
}

async function run(bench: Workbench, name: string, input: JsonValue) {
  const request = { source: "cli" as const, name, subject: subjectOf(bench, name), input, by: "ada" };
  const { done } = await bench.executions.start(request);
  return done;
}

test("a composed tool runs its steps, each call an execution of its own, and reads no output as a template", async () => {
  await using bench = await openWorkbench({ capabilities: { double, "double-all": doubleAll } });
  const outcome = await run(bench, "skill_double_all", { numbers: [1, 2, 3] });
  const text = "{{input.numbers}} {{item}}";
  expect(outcome).toMatchObject({
    ok: true,
    output: {
      first: 2,
      all: [
        { n: 2, text },
        { n: 4, text },
        { n: 6, text },
      ],
      given: [1, 2, 3],
    },
  });
  const { events } = await bench.runs.events(outcome.executionId, null, 1_000);
  const steps = events.flatMap((event) =>
    event.type === "execution_step" && event.payload ? [event.payload as { stepId: string; executionId?: string }] : [],
  );
  const finished = steps.filter(({ executionId }) => executionId !== undefined);
  expect(finished.map(({ stepId }) => stepId)).toEqual(["doubled[1]", "doubled[2]", "doubled[3]"]);
  expect(new Set(finished.map(({ executionId }) => executionId)).size).toBe(3);
});

test("the first item that fails ends it, by its number", async () => {
  await using bench = await openWorkbench({ capabilities: { double, "double-all": doubleAll } });
  expect(await run(bench, "skill_double_all", { numbers: [1, 13, 3] })).toMatchObject({
    ok: false,
    problem: { message: expect.stringMatching(/^Step doubled: item 2 of 3: double: /) },
  });
});

test("10,000 items are refused before the first call", async () => {
  await using bench = await openWorkbench({ capabilities: { double, "double-all": doubleAll } });
  const outcome = await run(bench, "skill_double_all", { numbers: Array(10_000).fill(1) });
  expect(outcome).toMatchObject({
    ok: false,
    problem: {
      code: "E_INPUT_SCHEMA",
      message: expect.stringContaining("has 10000 items; one loop takes at most 100"),
    },
  });
  const { events } = await bench.runs.events(outcome.executionId, null, 1_000);
  expect(events.filter(({ type }) => type === "execution_step")).toEqual([]);
});

test("a draft's tool runs in a dry-run of its buffer and nowhere else", async () => {
  await using bench = await openWorkbench({ capabilities: { double } });
  const request = { name: "double-all", subject: toBuffer(doubleAll), input: { numbers: [4] }, by: "ada" };
  const { done } = await bench.executions.start({ ...request, source: "dry_run" });
  expect(await done).toMatchObject({ ok: true, output: { first: 8 } });
  await expect(bench.executions.start({ ...request, source: "cli" })).rejects.toMatchObject({ code: "draft_refused" });
});

test("a skill whose steps cannot be read is refused with its findings", async () => {
  await using bench = await openWorkbench({ capabilities: { double } });
  const request = { name: "bad", subject: toBuffer(makeSkill("bad", "[]")), input: {}, by: "ada" };
  await expect(bench.executions.start({ ...request, source: "dry_run" })).rejects.toMatchObject({
    code: "bad_input",
    message: expect.stringContaining("SKILL.md, line 6"),
  });
});
