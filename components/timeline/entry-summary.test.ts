import { expect, test } from "vitest";
import { toEntrySummary } from "./entry-summary";
import type { ModelEntry } from "./timeline-model";

const apart: ModelEntry = {
  kind: "model",
  seq: 9,
  startedAt: 0,
  endedAt: null,
  requestId: "request_40_params_1",
  request: undefined,
  text: "",
  result: undefined,
  isResultStoredApart: false,
  events: [
    {
      run_id: "run",
      seq: 9,
      ts: 0,
      type: "model_request",
      turn: 40,
      task_id: "task",
      parent_task_id: "",
      span_id: "request_40_params_1",
      parent_span_id: "",
      blob_digest: "0".repeat(64),
      blob_size: 20_480,
    },
  ],
};

test.each([
  ["request_40_params_1", "fills the arguments, prompt of 20 KiB"],
  ["request_40_action_2", "chooses the action, prompt of 20 KiB"],
  ["of-another-kind", "prompt of 20 KiB"],
])("a model row whose prompt is stored apart still says what was asked: %s", (requestId, summary) => {
  expect(toEntrySummary({ ...apart, requestId })).toBe(summary);
});
