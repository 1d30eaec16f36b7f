import { expect, test } from "vitest";
import type { EventDraft, RunEvent } from "./events";
import { runLoop } from "./run-loop";
import { createStreamJoiner } from "./stream-joiner";
import { ANSWER, createScriptedPorts, makeRunStarted, runIn, typesOf } from "./testing";

const PLACE = { turn: 1, task_id: "task", parent_task_id: "", span_id: "s", parent_span_id: "" };

/** A joiner on a clock that a test moves. */
function openJoiner(skip = 0, append?: () => Promise<RunEvent[]>) {
  const stored: string[] = [];
  let clock = 0;
  let broken = 0;
  const ports = {
    now: () => clock,
    append: async (drafts: readonly EventDraft[]) => {
      if (append) return append();
      for (const draft of drafts) if (draft.type === "stream") stored.push(draft.payload.text);
      return [];
    },
  };
  const joiner = createStreamJoiner(ports, {
    place: PLACE,
    requestId: "r",
    skip,
    onBroken: () => {
      broken += 1;
    },
  });
  return {
    stored,
    joiner,
    brokenTimes: () => broken,
    pushAt: (at: number, text: string) => {
      clock = at;
      joiner.push(text);
    },
  };
}

test("text is stored every 100 ms or 4096 characters, and the rest is left to the result", async () => {
  const { stored, joiner, pushAt } = openJoiner();
  pushAt(10, "a");
  pushAt(99, "b");
  pushAt(100, "c");
  pushAt(150, "d");
  pushAt(151, "e".repeat(4096));
  pushAt(160, "f");
  await joiner.settle();
  expect(stored).toEqual(["abc", `d${"e".repeat(4096)}`]);
});

test("what a log already shows of an answer is passed over when it is asked for again", async () => {
  const { stored, joiner, pushAt } = openJoiner(4);
  pushAt(200, "abc");
  pushAt(400, "def");
  await joiner.settle();
  expect(stored).toEqual(["ef"]);
});

test("text that cannot be stored stops the call once, and the reason comes out", async () => {
  const lost = new Error("lease_lost");
  const { joiner, pushAt, brokenTimes } = openJoiner(0, () => Promise.reject(lost));
  pushAt(200, "abc");
  await expect(joiner.settle()).rejects.toBe(lost);
  expect(brokenTimes()).toBe(1);
});

test("a quick answer costs no stream event", async () => {
  const { log } = await runIn({ replies: [ANSWER] });
  expect(log.some((event) => event.type === "stream")).toBe(false);
});

test("a question stored without its answer is asked with the stored prompt", async () => {
  const { log } = await runIn({ replies: [ANSWER] });
  const cut = log.findIndex((event) => event.type === "model_request") + 1;
  const prefix = log.slice(0, cut).map((event): RunEvent => {
    if (event.type !== "model_request") return event;
    return { ...event, payload: { ...event.payload, user: "as it was asked" } };
  });
  const streamed: RunEvent = {
    ...makeRunStarted(),
    type: "stream",
    payload: { requestId: "request_1_action_1", text: "{" },
  };
  const ports = createScriptedPorts({ replies: [ANSWER] }, [...prefix, streamed]);
  await runLoop([...prefix, streamed], ports, { signal: new AbortController().signal });
  expect(ports.requests.map((request) => request.user)).toEqual(["as it was asked"]);
  expect(typesOf(ports.log)).toEqual(typesOf(log));
});
