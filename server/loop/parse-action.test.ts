import { describe, expect, test } from "vitest";
import { LOOP_ACTIONS } from "#server/capability/contract";
import { toActionSchema } from "./action-schema";
import { ACTIONS } from "./actions";
import { findJsonObject } from "./find-json-object";
import { parseAction } from "./parse-action";

const FINISH = '{"@action": "finish", "identifier": "done"}';

describe("an object is found in what models write around it", () => {
  test.each<[string, string]>([
    ["bare", FINISH],
    ["in a fence", `\`\`\`json\n${FINISH}\n\`\`\``],
    ["in prose", `I will {now} finish.\n${FINISH}\nThat is all {really}.`],
    ["after another object", `{"note": 1} ${FINISH}`],
    ["after a broken one", `{"@action": "finish",} ${FINISH}`],
    ["with a thinking tag", `<think>{ hm }</think>${FINISH}`],
    ["before a cut fence", `${FINISH}\n\`\`\`js\nconst a = {`],
    ["with a byte order mark and Chinese", `\uFEFF好的：${FINISH}。`],
  ])("%s", (_, text) => {
    expect(parseAction(text, LOOP_ACTIONS)).toMatchObject({ kind: "action", action: "finish", identifier: "done" });
  });

  test("braces and quotes inside a string are text", () => {
    const text = JSON.stringify({ "@action": "directly_answer", answer_payload: 'a "}" and {"@action": "finish"} \\' });
    expect(parseAction(text, LOOP_ACTIONS)).toMatchObject({
      action: "directly_answer",
      params: { answer_payload: 'a "}" and {"@action": "finish"} \\' },
    });
  });

  test("only the action's own parameters are kept", () => {
    const text = '{"@action": "finish", "answer_payload": "x", "__proto__": {"a": 1}}';
    expect(parseAction(text, LOOP_ACTIONS)).toMatchObject({ params: {} });
  });
});

describe("what was cut is never taken for whole", () => {
  const whole = JSON.stringify({
    "@action": "directly_call_tool",
    directly_call_tool_name: "wipe",
    directly_call_tool_params: { "@action": "finish", path: "/tmp/a" },
  });

  test("no proper prefix of an answer is an action", () => {
    for (let length = 0; length < whole.length; length += 1) {
      expect(parseAction(whole.slice(0, length), LOOP_ACTIONS).kind, `${length} characters`).toBe("invalid");
    }
  });

  test.each<[string, string, string]>([
    ["a string without an end", '{"a": "x', "truncated"],
    ["an end inside a string", '{"a": "}', "truncated"],
    ["no object", "none { here }", "none"],
    ["single quotes", "{'@action': 'finish'}", "none"],
    ["a trailing comma", '{"a": 1,}', "broken"],
    ["a comment", '{"a": 1 /* one */}', "broken"],
  ])("%s is %s", (_, text, kind) => expect(findJsonObject(text).kind).toBe(kind));

  test("a hostile text of a million braces is read in one go", () => {
    const startedAt = performance.now();
    expect(findJsonObject("{".repeat(1_000_000)).kind).toBe("none");
    expect(findJsonObject('{"a":'.repeat(200_000)).kind).toBe("truncated");
    expect(findJsonObject(`{"a": "${"x\\\\".repeat(500_000)}"}`).kind).toBe("found");
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

test("an identifier that is missing is the action's name; a thought may be left out", () => {
  expect(parseAction('{"@action": "finish"}', LOOP_ACTIONS)).toEqual({
    kind: "action",
    action: "finish",
    identifier: "finish",
    thought: null,
    params: {},
  });
});

test("an action that is not allowed now names those that are", () => {
  expect(parseAction(FINISH, ["directly_answer"])).toEqual({
    kind: "invalid",
    reason: '"finish" is not an action you have now. Choose one of: directly_answer.',
  });
});

describe("the schema of an answer", () => {
  test("holds the allowed actions, their rules and their parameters, and refers to nothing outside", () => {
    const schema = toActionSchema(["directly_call_tool", "finish"]);
    expect(schema).toMatchObject({
      properties: {
        "@action": {
          enum: ["directly_call_tool", "finish"],
          "x-@action-rules": [/^directly_call_tool: /, /^finish: /].map((rule) => expect.stringMatching(rule)),
        },
      },
      required: ["@action", "identifier"],
    });
    expect(Object.keys(Object(schema.properties))).toEqual([
      "@action",
      "identifier",
      "human_readable_thought",
      "directly_call_tool_name",
      "directly_call_tool_params",
    ]);
    expect(JSON.stringify(toActionSchema(LOOP_ACTIONS))).not.toContain("$ref");
  });

  test("parameters of two actions never share a name", () => {
    const names = LOOP_ACTIONS.flatMap((action) => Object.keys(ACTIONS[action].properties));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(6);
  });
});
