import { describe, expect, test } from "vitest";
import type { Problem } from "#server/errors";
import { runLoop } from "./run-loop";
import { stateOf } from "./state-of";
import {
  ANSWER,
  ASK_TICKET,
  act,
  createScriptedPorts,
  FOCUS,
  makeCapability,
  makeRunStarted,
  runIn,
  TICKET,
  TICKET_ARGUMENTS,
  typesOf,
} from "./testing";

const DOWN: Problem = { code: "model_rate_limited", message: "The model is busy.", next: "Wait a minute." };

const TURN = ["turn_started", "discovery", "model_request", "model_result"];
const END = ["success_react_task", "result"];

describe("whole sequences", () => {
  test("an answer at once is one turn and two appends", async () => {
    const { log, appends } = await runIn({ replies: [ANSWER] });
    expect(typesOf(log)).toEqual(["run_started", ...TURN, "action", "turn_finished", ...END]);
    expect(appends).toHaveLength(2);
    expect(log.at(-1)).toMatchObject({
      type: "result",
      payload: { result: "It stands at development.", success: true, finished: true },
    });
  });

  test("a required tool is asked for, filled, run and answered from", async () => {
    const { log, appends, calls } = await runIn({
      replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER],
      outcomes: [{ found: true }],
    });
    expect(typesOf(log)).toEqual([
      "run_started",
      ...TURN,
      "action",
      "tool_call_start",
      "tool_call_status",
      "model_request",
      "model_result",
      "tool_call_param",
      "tool_call_status",
      "tool_call_result",
      "tool_call_done",
      "observation",
      "turn_finished",
      ...TURN,
      "action",
      "turn_finished",
      ...END,
    ]);
    expect(calls.map((call) => call.input)).toEqual([{ ticket_id: "TK-20241215-001" }]);
    expect(appends).toHaveLength(5);
  });

  test("a tool called with valid arguments needs no second question", async () => {
    const call = act("directly_call_tool", {
      directly_call_tool_name: "query_ticket_status",
      directly_call_tool_params: TICKET_ARGUMENTS,
    });
    const { requests, calls, appends } = await runIn({ replies: [call, ANSWER] });
    expect([requests.length, calls.length, appends.length]).toEqual([2, 1, 4]);
  });

  test("a forge's output is concluded from in one turn that can do nothing else", async () => {
    const forge = act("require_ai_blueprint", { blueprint_payload: "log-report" });
    const { log, requests } = await runIn({ replies: [forge, "{}", ASK_TICKET, ANSWER] });
    expect(log.at(-1)).toMatchObject({ payload: { success: true } });
    expect(requests[2]?.hints).toMatchObject({ actions: ["directly_answer", "finish"] });
    expect(requests[3]?.user).toContain('\\"require_tool\\"'.replaceAll("\\", ""));
  });

  test("a skill is loaded once, and its text stands in the next prompt", async () => {
    const load = act("load_capability", { capability_identifier: "incident-summary" });
    const { log, requests } = await runIn({ replies: [load, load, ANSWER] });
    expect(log.filter((event) => event.type === "reference_material")).toHaveLength(1);
    expect(requests[1]?.user).toContain("== incident-summary ==\nWrite three sentences.");
    expect(requests[2]?.user).toContain("already loaded");
  });

  test("a focus mode works on a sub-task, and its answer is what the opening turn observed", async () => {
    const focus = act("load_capability", { capability_identifier: "log_analysis" });
    const inner = act("directly_answer", { answer_payload: "Three bursts." });
    const { log, requests } = await runIn({ replies: [focus, inner, ANSWER] });
    expect(typesOf(log)).toEqual([
      "run_started",
      ...TURN,
      "action",
      "focus_on",
      ...TURN,
      "action",
      "turn_finished",
      "lose_focus",
      "observation",
      "turn_finished",
      ...TURN,
      "action",
      "turn_finished",
      ...END,
    ]);
    const places = log.map((event) => `${event.turn} ${event.task_id}`);
    expect(new Set(places)).toEqual(
      new Set(["0 task", "1 task", "1 task_focus_log_analysis", "2 task_focus_log_analysis", "3 task"]),
    );
    expect(log.findLast((event) => event.type === "observation")).toMatchObject({
      turn: 1,
      payload: { observation: "Three bursts.", source: "focus_mode:log_analysis", isError: false },
    });
    expect(requests[1]?.user).toContain("Read logs.");
    expect(requests[2]?.user).toContain("Three bursts.");
  });
});

describe("what a model does wrong is data", () => {
  const lastSeen = async (replies: string[], world = {}) => {
    const { log, calls } = await runIn({ replies, ...world }, { max: 3 });
    const seen = log.filter((event) => event.type === "observation").map((event) => event.payload.observation);
    return { seen, calls, result: log.at(-1)?.payload, log };
  };

  test.each<[string, string, RegExp]>([
    ["prose", "I think we should look.", /no JSON object/],
    ["a trailing comma", '{"@action": "finish",}', /cannot be parsed/],
    ["a cut answer", '{"@action": "require_tool", "tool_require_payload": "query_t', /has no end/],
    ["an unknown action", act("search_web"), /"search_web" is not an action you have now/],
    ["no action", '{"identifier": "x"}', /"@action" is missing/],
    ["an empty name", act("require_tool", { tool_require_payload: " " }), /is empty; name one capability/],
    ["an empty answer", act("directly_answer", { answer_payload: "" }), /is empty; write the answer/],
    ["a wrong type", act("require_tool", { tool_require_payload: 7 }), /tool_require_payload/],
  ])("%s is asked again with the reason", async (_, reply, reason) => {
    const { seen, result } = await lastSeen([reply, ANSWER]);
    expect(seen).toEqual([expect.stringMatching(reason)]);
    expect(result).toMatchObject({ success: true });
  });

  test("five answers that are none fail the run with the last reason", async () => {
    const { seen, result, log } = await lastSeen(["hm"]);
    expect(seen).toHaveLength(5);
    expect(result).toMatchObject({ success: false, result: expect.stringContaining("no usable answer in 5 attempts") });
    expect(typesOf(log).slice(-4)).toEqual(["error", "turn_finished", "fail_react_task", "result"]);
  });

  test.each<[string, string, RegExp]>([
    [
      "a forge as a tool",
      act("require_tool", { tool_require_payload: "log-report" }),
      /is a forge, not a tool or skill\. Use it by require_ai/,
    ],
    [
      "a tool as a forge",
      act("require_ai_blueprint", { blueprint_payload: TICKET.name }),
      /is a tool, not a forge or skill\. Use it by require_tool/,
    ],
    [
      "an unknown tool",
      act("require_tool", { tool_require_payload: "ticket_status" }),
      /called "ticket_status".*query_ticket_status/,
    ],
    ["a name of Object's", act("load_capability", { capability_identifier: "constructor" }), /Nothing here is called/],
    [
      "a name but for its case",
      act("load_capability", { capability_identifier: "Query-Ticket-Status" }),
      /Nothing here is called "Query-Ticket-Status"\. Did you mean "query_ticket_status"\? Names are exact/,
    ],
  ])("%s is an observation that says what to do", async (_, reply, words) => {
    const { seen, calls } = await lastSeen([reply, ANSWER]);
    expect(seen).toEqual([expect.stringMatching(words)]);
    expect(calls).toEqual([]);
  });

  test("an unknown name is searched for once, then blocked", async () => {
    const reply = act("load_capability", { capability_identifier: "search_files" });
    const { log, requests } = await runIn({ replies: [reply] }, { max: 4 });
    const seen = log.filter((event) => event.type === "observation").map((event) => event.payload.observation);
    expect(seen.slice(1).every((text) => text.includes("asking again changes nothing"))).toBe(true);
    const searches = log.filter((event) => event.type === "discovery" && event.payload.queries[0] === "search_files");
    expect(searches).toHaveLength(1);
    expect(requests[1]?.user).toContain("The last action failed");
  });

  test("the same bad call 85 times ends at the limit and says what is known", async () => {
    const { log } = await runIn({ replies: [act("require_tool", { tool_require_payload: "grep" })] }, { max: 85 });
    expect(log.filter((event) => event.type === "turn_started")).toHaveLength(85);
    expect(log.at(-1)?.payload).toMatchObject({
      success: true,
      result: expect.stringMatching(/^Stopped after 85 turns.*Nothing here is called "grep"/),
    });
  });

  test("a hundred turns are the limit where nobody names one", async () => {
    const { log } = await runIn({ replies: [act("require_tool", { tool_require_payload: "grep" })] });
    expect(stateOf(log).counts.turns).toBe(100);
    expect(log.find((event) => event.type === "success_react_task")?.payload).toEqual({ reason: "limit" });
  });

  test("arguments that stay invalid after three attempts run nothing", async () => {
    const { seen, calls, log } = await lastSeen([ASK_TICKET, "{}", '{"ticket_id": 7}', '{"ticket_id": "T', ANSWER]);
    expect(calls).toEqual([]);
    expect(seen).toEqual([expect.stringMatching(/No valid arguments .* after 3 attempts: .*cut/)]);
    expect(typesOf(log).filter((type) => type.startsWith("tool_call"))).toEqual([
      "tool_call_start",
      "tool_call_status",
      "tool_call_error",
    ]);
  });

  test("invalid arguments of a direct call are asked for with the finding", async () => {
    const call = act("directly_call_tool", {
      directly_call_tool_name: TICKET.name,
      directly_call_tool_params: { ticket_id: "7" },
    });
    const { requests, calls } = await runIn({ replies: [call, TICKET_ARGUMENTS, ANSWER] });
    expect(requests[1]?.user).toContain("must match the pattern ^TK-");
    expect(calls.map((each) => each.input)).toEqual([{ ticket_id: "TK-20241215-001" }]);
  });
});

describe("what may not run is told, not run", () => {
  const draft: Problem = { code: "draft_refused", message: '"secret" is a draft.', next: "A person can approve it." };

  test("a refused name answers its sentence", async () => {
    const reply = act("load_capability", { capability_identifier: "secret" });
    const { log, calls } = await runIn({ replies: [reply, ANSWER], refused: { secret: draft } });
    expect(calls).toEqual([]);
    expect(log.find((event) => event.type === "observation")?.payload).toEqual({
      observation: '"secret" is a draft. A person can approve it.',
      source: "catalog",
      isError: true,
    });
  });

  test("what matched and may not be used is in no prompt, and told to people and the planner", async () => {
    const { requests, log } = await runIn({ replies: [ANSWER], refused: { secret: draft } });
    expect(requests[0]?.user).not.toContain("secret");
    expect(log.find((event) => event.type === "discovery")?.payload).toMatchObject({ refused: [{ name: "secret" }] });
    expect(requests[0]?.hints).toMatchObject({ refused: [{ name: "secret" }] });
  });

  test("a capability that needs a person's approval is refused with a sentence", async () => {
    const wipe = makeCapability({ name: "wipe", approvalType: "exec_escalation" });
    const reply = act("require_tool", { tool_require_payload: "wipe" });
    const { log, calls } = await runIn({ replies: [reply, ANSWER], capabilities: [wipe] });
    expect(calls).toEqual([]);
    expect(log.find((event) => event.type === "observation")?.payload).toMatchObject({
      observation: expect.stringContaining("a person's approval (exec_escalation)"),
    });
  });

  test("a greeting sees no capability and can only answer", async () => {
    const { requests } = await runIn({ replies: [ANSWER], capabilities: [] }, { message: "hello", tier: "greeting" });
    expect(requests[0]?.hints).toMatchObject({ actions: ["directly_answer", "finish"] });
    expect(requests[0]?.user).toContain("No capability may be used");
  });
});

describe("failures", () => {
  test("a failing capability is an observation, and the loop goes on", async () => {
    const fail = { code: "E_TIMEOUT", message: "It took too long." };
    const { log } = await runIn({ replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER], outcomes: [{ fail }] });
    expect(log.find((event) => event.type === "observation")?.payload).toMatchObject({ isError: true });
    expect(log.at(-1)?.payload).toMatchObject({ success: true });
  });

  test("a model that is down ends the run with its problem, also inside a focus mode", async () => {
    const focus = act("load_capability", { capability_identifier: "log_analysis" });
    const { log, requests } = await runIn({ replies: [focus, { fail: DOWN }] });
    expect(requests).toHaveLength(2);
    expect(typesOf(log).slice(-6)).toEqual([
      "error",
      "turn_finished",
      "lose_focus",
      "turn_finished",
      "fail_react_task",
      "result",
    ]);
    expect(log.find((event) => event.type === "fail_react_task")?.payload).toEqual({
      reason: DOWN.message,
      problem: DOWN,
    });
  });

  test("a model that is down while it fills arguments closes the call's card", async () => {
    const { log } = await runIn({ replies: [ASK_TICKET, { fail: DOWN }] });
    expect(typesOf(log).slice(-5)).toEqual(["tool_call_error", "error", "turn_finished", "fail_react_task", "result"]);
  });

  test("a focus mode that cannot answer is the parent's observation, not the run's end", async () => {
    const focus = act("load_capability", { capability_identifier: "log_analysis" });
    const { log } = await runIn({ replies: [focus, "x", "x", "x", "x", "x", ANSWER] });
    expect(log.find((event) => event.type === "lose_focus")?.payload).toMatchObject({ isSuccess: false });
    expect(log.at(-1)?.payload).toMatchObject({ success: true });
  });

  test("a focus mode opens neither itself nor a fifth level", async () => {
    const modes = [1, 2, 3, 4, 5].map((level) => ({ ...FOCUS, name: `mode${level}` }));
    const load = (name: string) => act("load_capability", { capability_identifier: name });
    const replies = [load("mode1"), load("mode1"), load("mode2"), load("mode3"), load("mode4"), load("mode5"), ANSWER];
    const { log } = await runIn({ replies, capabilities: modes });
    const refused = log.filter((event) => event.type === "focus_refused").map((event) => event.payload.reason);
    expect(refused).toEqual([expect.stringContaining("already at work"), expect.stringContaining("4 is the limit")]);
    expect(Math.max(...log.map((event) => (event.type === "turn_started" ? event.payload.depth : 0)))).toBe(4);
  });

  test("a lost lease stops the loop without another write", async () => {
    const events = [makeRunStarted()];
    const ports = createScriptedPorts({ replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER] }, events);
    let appends = 0;
    const lost = new Error("lease_lost");
    const run = runLoop(
      events,
      {
        ...ports,
        append: async (drafts) => {
          appends += 1;
          if (appends > 1) throw lost;
          return ports.append(drafts);
        },
      },
      { signal: new AbortController().signal },
    );
    await expect(run).rejects.toBe(lost);
    expect(appends).toBe(2);
  });
});
