import { expect, test } from "vitest";
import type { WireEvent } from "#server/loop/events";
import { applyExecutionEvents, EMPTY_EXECUTION, hasSmallStoredOutcome, withStoredOutcome } from "./execution-model";

let seq = 0;

function makeEvent(type: WireEvent["type"], payload: unknown, spanId = "execution"): WireEvent {
  seq += 1;
  return {
    run_id: "execution-1",
    seq,
    ts: 1_000 + seq,
    type,
    turn: 0,
    task_id: "execution-1",
    parent_task_id: "",
    span_id: spanId,
    parent_span_id: "",
    payload,
  };
}

function makeModelRequest(requestId: string): WireEvent {
  return makeEvent("model_request", { requestId, purpose: "step", stepId: "triage", sections: [] }, requestId);
}

test("what happened stands in its order, and a model's answer closes its own question", () => {
  const events = [
    makeEvent("execution_started", { name: "log-triage", input: {} }),
    makeEvent("run_state", { state: "running" }),
    makeEvent("execution_frame", { direction: "to_code", frame: { __frame__: "job" }, bytes: 20 }),
    makeModelRequest("first"),
    makeModelRequest("second"),
    makeEvent("model_result", { requestId: "first", ok: true, durationMs: 5 }, "first"),
    makeEvent("execution_log", { line: "half way" }),
    makeEvent("execution_denied", { tried: "fs.read /etc/passwd" }),
  ];
  const view = applyExecutionEvents(applyExecutionEvents(EMPTY_EXECUTION, events.slice(0, 4)), events);
  expect(view.lines.map((line) => line.kind)).toEqual(["frame", "model", "model", "log", "denied"]);
  expect(view.lines.map((line) => line.kind === "model" && line.result?.durationMs)).toEqual([
    false,
    5,
    undefined,
    false,
    false,
  ]);
  expect(view.state).toBe("running");
});

test("a line of the service logger has its level and its data", () => {
  const events = [makeEvent("execution_log", { line: "slow answer", level: "warn", data: { ms: 900 } })];
  expect(applyExecutionEvents(EMPTY_EXECUTION, events).lines).toMatchObject([
    { kind: "log", line: 'slow answer {"ms":900}', level: "warn" },
  ]);
});

test("an end whose payload lies behind a blob is still an end", () => {
  const { payload: _, ...finished } = makeEvent("execution_finished", undefined);
  const view = applyExecutionEvents(EMPTY_EXECUTION, [{ ...finished, blob_digest: "d", blob_size: 20_000 }]);
  expect(view.finished).toBeUndefined();
  expect(view.finishedEvent?.blob_size).toBe(20_000);
});

test("an outcome behind a small blob is filled in from its text; a huge one waits", () => {
  const stored = { ...makeEvent("execution_finished", undefined), blob_digest: "a".repeat(64) };
  const view = applyExecutionEvents(EMPTY_EXECUTION, [{ ...stored, blob_size: 66_000 }]);
  expect(hasSmallStoredOutcome(view)).toBe(true);
  const filled = withStoredOutcome(view, JSON.stringify({ ok: true, output: { count: 1 } }));
  expect(filled.finished).toMatchObject({ ok: true, output: { count: 1 } });
  expect(hasSmallStoredOutcome(filled)).toBe(false);
  const huge = applyExecutionEvents(EMPTY_EXECUTION, [{ ...stored, blob_size: 3_000_000 }]);
  expect(hasSmallStoredOutcome(huge)).toBe(false);
});

test("a beginning whose input lies behind a blob can still be fetched", () => {
  const begun = { ...makeEvent("execution_started", undefined), blob_digest: "b".repeat(64), blob_size: 12_000_000 };
  expect(applyExecutionEvents(EMPTY_EXECUTION, [begun])).toMatchObject({ started: undefined, startedEvent: begun });
});
