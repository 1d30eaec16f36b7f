import { describe, expect, test } from "vitest";
import type { RunEvent } from "./events";
import { nextStep } from "./next-step";
import { topTask } from "./run-view";
import { applyEvent, stateOf } from "./state-of";
import { ANSWER, ASK_TICKET, act, makeRunStarted, runIn, TICKET_ARGUMENTS } from "./testing";

const FOCUS_ON = act("load_capability", { capability_identifier: "log_analysis" });

async function logOf(...replies: string[]): Promise<RunEvent[]> {
  return (await runIn({ replies, outcomes: [{ found: true }] })).log;
}

function upTo(log: readonly RunEvent[], type: RunEvent["type"], times = 1): RunEvent[] {
  const positions = log.flatMap((event, index) => (event.type === type ? [index] : []));
  return log.slice(0, (positions[times - 1] ?? -1) + 1);
}

test("a fold of the whole is the fold of its parts, and changes no state it was given", async () => {
  const log = await logOf(ASK_TICKET, TICKET_ARGUMENTS, FOCUS_ON, ANSWER, ANSWER);
  for (let cut = 1; cut < log.length; cut += 1) {
    const before = stateOf(log.slice(0, cut));
    const copy = structuredClone(before);
    const after = log.slice(cut).reduce(applyEvent, before);
    expect(after).toEqual(stateOf(log));
    expect(before).toEqual(copy);
  }
});

test("a log that does not begin with run_started is no run", () => {
  expect(() => stateOf([])).toThrow(/first event is run_started/);
});

test("a type that a reader does not know changes nothing", () => {
  const start = stateOf([makeRunStarted()]);
  const event: RunEvent = { ...makeRunStarted(), type: "execution_log", payload: { line: "x" } };
  expect(applyEvent(start, event)).toBe(start);
});

describe("which effect is pending", () => {
  test("a stored question without its answer", async () => {
    const log = await logOf(ASK_TICKET, TICKET_ARGUMENTS, ANSWER);
    expect(stateOf(upTo(log, "model_request")).turn?.pending).toEqual({
      kind: "model",
      requestId: "request_1_action_1",
      purpose: "action",
    });
    expect(stateOf(upTo(log, "model_result")).turn?.pending).toBeNull();
    expect(stateOf(upTo(log, "model_request", 2)).turn?.pending).toMatchObject({ purpose: "params" });
  });

  test("a running call without its result", async () => {
    const log = await logOf(ASK_TICKET, TICKET_ARGUMENTS, ANSWER);
    const running = { kind: "call", callId: "call_1", name: "query_ticket_status" };
    expect(stateOf(upTo(log, "tool_call_status", 2)).turn?.pending).toEqual(running);
    expect(stateOf(upTo(log, "tool_call_result")).turn).toMatchObject({
      pending: null,
      step: { call: { end: { kind: "ok", output: { found: true } }, isClosed: false } },
    });
    expect(stateOf(upTo(log, "tool_call_done")).turn?.step?.call?.isClosed).toBe(true);
  });
});

describe("what comes next follows from the state", () => {
  test.each<[string, RunEvent["type"], number, string]>([
    ["a new run", "run_started", 1, "run_turn"],
    ["a turn that opened a focus mode", "focus_on", 1, "run_turn"],
    ["a focus mode that answered", "turn_finished", 1, "leave_focus"],
    ["a focus mode that was left", "lose_focus", 1, "return_from_focus"],
    ["the opening turn, closed", "turn_finished", 2, "run_turn"],
    ["an answered run", "turn_finished", 3, "end_run"],
    ["a told end", "success_react_task", 1, "end_run"],
    ["the last event", "result", 1, "nothing"],
  ])("after %s", async (_, type, times, step) => {
    const log = await logOf(FOCUS_ON, ANSWER, ANSWER);
    expect(nextStep(stateOf(upTo(log, type, times)))).toBe(step);
  });
});

test("the stack, the counts and the answers of a run with a focus mode", async () => {
  const log = await logOf(FOCUS_ON, ASK_TICKET, TICKET_ARGUMENTS, ANSWER, ANSWER);
  const inside = stateOf(upTo(log, "tool_call_done"));
  expect(inside.tasks.map((task) => [task.id, task.loop, task.depth, task.turns])).toEqual([
    ["task", "default", 0, 1],
    ["task_focus_log_analysis", "log_analysis", 1, 1],
  ]);
  expect(topTask(inside)).toMatchObject({ max: 5, waiting: { number: 1 } });
  const end = stateOf(log);
  expect(end.tasks).toHaveLength(1);
  expect(end.counts).toEqual({ turns: 4, modelCalls: 5, calls: 1, failedCalls: 0 });
  expect(end.answers).toHaveLength(2);
  expect([end.status, end.isOver]).toEqual(["completed", true]);
});
