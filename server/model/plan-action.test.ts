import { expect, test } from "vitest";
import type { JsonValue } from "#server/capability/json";
import type { PlannerCandidate, PlannerStep } from "./model";
import { type ActionHints, planAction } from "./plan-action";

function candidate(name: string, rest: Partial<PlannerCandidate> = {}): PlannerCandidate {
  return {
    name,
    kind: "tool",
    description: `${name} does it.`,
    score: 5,
    isMentioned: false,
    inputSchema: true,
    ...rest,
  };
}

const ticket = candidate("query_ticket_status", {
  inputSchema: {
    type: "object",
    required: ["ticket_id"],
    properties: { ticket_id: { type: "string", description: "Ticket number.", examples: ["TK-20241215-001"] } },
  },
});

function step(capability: string, output: JsonValue | null, rest: Partial<PlannerStep> = {}): PlannerStep {
  return { action: "require_tool", capability, isError: false, observation: "seen", output, ...rest };
}

function hints(message: string, rest: Partial<ActionHints> = {}): ActionHints {
  const actions = [
    "directly_answer",
    "require_tool",
    "directly_call_tool",
    "require_ai_blueprint",
    "load_capability",
    "finish",
  ];
  return {
    purpose: "action",
    message,
    tier: "question",
    actions,
    candidates: [],
    loadedSkills: [],
    refused: [],
    steps: [],
    ...rest,
  };
}

const answerOf = (planned: ReturnType<typeof planAction>) => String(planned.answer_payload);

test.each(["hello", "你好"])(
  "the greeting %s is answered with what Capstan can do and that no model is connected",
  (message) => {
    const planned = planAction(
      hints(message, { tier: "greeting", candidates: [candidate("anything", { isMentioned: true })] }),
    );
    expect(planned["@action"]).toBe("directly_answer");
    expect(answerOf(planned)).toMatch(message === "hello" ? /No model is connected/ : /没有连接模型/);
  },
);

test.each([
  ["tool", "require_tool", "tool_require_payload"],
  ["forge", "require_ai_blueprint", "blueprint_payload"],
  ["skill", "load_capability", "capability_identifier"],
  ["focus_mode", "load_capability", "capability_identifier"],
] as const)("a mentioned %s is called by %s", (kind, action, parameter) => {
  const planned = planAction(
    hints("use log-kit", {
      candidates: [candidate("other"), candidate("log-kit", { kind, isMentioned: true, score: 0 })],
    }),
  );
  expect(planned).toEqual({
    "@action": action,
    identifier: "use_log_kit",
    human_readable_thought: "The message names log-kit.",
    [parameter]: "log-kit",
  });
});

test("the best-scoring capability whose arguments the message gives is called", () => {
  const better = candidate("cron", {
    score: 9,
    inputSchema: { type: "object", required: ["cron"], properties: { cron: { type: "string" } } },
  });
  const planned = planAction(hints("我的单子 TK-20241215-001 到哪一步了？", { candidates: [better, ticket] }));
  expect(planned).toMatchObject({ "@action": "require_tool", tool_require_payload: "query_ticket_status" });
});

test("where only direct calls are allowed the arguments come along", () => {
  const planned = planAction(
    hints("TK-20241215-001?", { candidates: [ticket], actions: ["directly_call_tool", "directly_answer"] }),
  );
  expect(planned).toMatchObject({
    "@action": "directly_call_tool",
    directly_call_tool_name: "query_ticket_status",
    directly_call_tool_params: { ticket_id: "TK-20241215-001" },
  });
});

test("a capability far below the best score is not called", () => {
  const planned = planAction(hints("x", { candidates: [{ ...ticket, score: 20 }, candidate("noise", { score: 2 })] }));
  expect(answerOf(planned)).toMatch(
    /query_ticket_status fits, but your message does not say:\n- ticket_id: Ticket number\./,
  );
});

test("two mentioned capabilities are called one after the other, then both are summed up", () => {
  const candidates = [candidate("csv-profile", { isMentioned: true }), candidate("text-diff", { isMentioned: true })];
  const first = step("csv-profile", { rows: 3 });
  const second = step("text-diff", { added: 1 });
  expect(planAction(hints("both", { candidates, steps: [first] }))).toMatchObject({
    tool_require_payload: "text-diff",
  });
  expect(answerOf(planAction(hints("both", { candidates, steps: [first, second] })))).toMatch(
    /csv-profile answered:\n- rows: 3\n\ntext-diff answered:\n- added: 1/,
  );
});

test("a result is summed up by template in the language of the message", () => {
  const output = {
    found: true,
    progress: "需求确认 done; next 开发排期",
    facts: { owner: "Anna", at: null },
    steps: [{ name: "a" }, { name: "b" }],
  };
  const steps = [step("query_ticket_status", output)];
  const english = answerOf(planAction(hints("how far?", { candidates: [ticket], steps })));
  expect(english).toBe(
    [
      "No model is connected: this is a summary by template.",
      "",
      "query_ticket_status answered:",
      "需求确认 done; next 开发排期",
      "- found: true",
      "- facts: owner Anna",
      "- steps: 2 items",
      "  - name a",
      "  - name b",
    ].join("\n"),
  );
  expect(answerOf(planAction(hints("到哪一步了", { candidates: [ticket], steps })))).toMatch(
    /^当前没有连接模型：以下为按模板生成的摘要。/,
  );
});

test.each<[string, JsonValue, RegExp]>([
  ["a long list", { groups: [1, 2, 3, 4, 5, 6, 7] }, /groups: 1, 2, 3, 4, 5, and 2 more/],
  ["a long text", { text: "x".repeat(900) }, /x{400}\.\.\. \(900 characters in all\)/],
  [
    "a problem of the data",
    { problem: { code: "empty", message: "The table is empty.", next: "Paste it." } },
    /It reports a problem: The table is empty\. Paste it\./,
  ],
  ["no fields", {}, /It gave no output/],
  ["a bare value", 42, /answered:\n42/],
])("the summary of %s leaves out nothing in silence", (_, output, says) => {
  expect(answerOf(planAction(hints("q", { steps: [step("t", output)] })))).toMatch(says);
});

test("a failed call says what the message lacks, else the failure's own words", () => {
  const failed = step("query_ticket_status", null, { isError: true, observation: "The ticket file is missing." });
  const lacking = planAction(
    hints("query_ticket_status please", { candidates: [{ ...ticket, isMentioned: true }], steps: [failed] }),
  );
  expect(answerOf(lacking)).toMatch(/does not say:\n- ticket_id/);
  const given = planAction(hints("TK-20241215-001", { candidates: [ticket], steps: [failed] }));
  expect(answerOf(given)).toMatch(/could not finish: The ticket file is missing\./);
});

test("a focus mode that is refused from inside itself leaves its job to the tools", () => {
  const mode = candidate("log_analysis", { kind: "focus_mode", isMentioned: true });
  const refused = step("log_analysis", null, { action: "load_capability", isError: true });
  const planned = planAction(hints("log_analysis", { candidates: [mode, candidate("log-triage")], steps: [refused] }));
  expect(planned).toMatchObject({ tool_require_payload: "log-triage" });
});

test("a focus mode's answer is passed on whole, without a second note that no model is connected", () => {
  const steps = [step("log_analysis", null, { action: "load_capability", observation: "line\n".repeat(500) })];
  const answer = answerOf(
    planAction(hints("log_analysis", { candidates: [candidate("log_analysis", { kind: "focus_mode" })], steps })),
  );
  expect(answer).toBe(`The focus mode log_analysis answered:\n${"line\n".repeat(500)}`);
});

test("a loaded skill is named with its description, and is not loaded again", () => {
  const skill = candidate("capability-authoring", { kind: "skill" });
  const steps = [step("capability-authoring", null, { action: "load_capability" })];
  const planned = planAction(hints("how?", { candidates: [skill], steps, loadedSkills: ["capability-authoring"] }));
  expect(answerOf(planned)).toMatch(/skill capability-authoring was loaded/);
});

test("nothing matched says so, and names what was refused with the reason", () => {
  expect(answerOf(planAction(hints("bake bread")))).toMatch(/no capability matched/);
  const refused = [
    {
      name: "log-triage",
      problem: {
        code: "draft_refused",
        message: "It is a draft that nobody has approved.",
        next: "Submit it for review.",
      },
    },
  ];
  const planned = planAction(hints("triage my log", { refused }));
  expect(answerOf(planned)).toMatch(
    /Not used: log-triage\. It is a draft that nobody has approved\. Submit it for review\./,
  );
});

test("a message that names a refused capability is told why, not given the next best match", () => {
  const refused = [
    {
      name: "log-triage",
      problem: { code: "draft_refused", message: "It is a draft.", next: "Submit it for review." },
    },
  ];
  const candidates = [candidate("log-report", { score: 9 })];
  const planned = planAction(hints("Run log-triage on this log: ERROR a", { candidates, refused }));
  expect(answerOf(planned)).toMatch(/Not used: log-triage\. It is a draft\. Submit it for review\./);
  const unnamed = planAction(hints("group the errors of this log", { candidates, refused }));
  expect(unnamed["@action"]).not.toBe("directly_answer");
});

test("a loop that may not answer finishes with the answer as its thought", () => {
  const planned = planAction(hints("x", { actions: ["finish"] }));
  expect(planned).toMatchObject({ "@action": "finish" });
  expect(String(planned.human_readable_thought)).toMatch(/no capability matched/);
});
