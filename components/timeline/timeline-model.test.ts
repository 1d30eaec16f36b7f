import fc from "fast-check";
import { expect, test } from "vitest";
import type { WireEvent } from "#server/loop/events";
import { ANSWER, ASK_TICKET, act, runIn, TICKET_ARGUMENTS } from "#server/loop/testing";
import { applyEvents, EMPTY_TIMELINE, type RunTimeline, type TimelineEntry, toTimeKind } from "./timeline-model";
import { hasProblem, toTimelineRows } from "./timeline-rows";

const ALL = { filter: "all", find: "", toggled: new Set<number>() } as const;

const scripts = {
  "a called tool": { replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER], outcomes: [{ found: true }] },
  "a failing tool": {
    replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER],
    outcomes: [{ fail: { code: "E_TIMEOUT", message: "It took too long." } }],
  },
  "bad answers": { replies: ["not json", act("fly"), ANSWER] },
  "a focus mode": {
    replies: [act("load_capability", { capability_identifier: "log_analysis" }), ANSWER, ANSWER],
  },
  "a skill": { replies: [act("load_capability", { capability_identifier: "incident-summary" }), ANSWER] },
};

function entriesOf(timeline: RunTimeline, kind: TimelineEntry["kind"]): TimelineEntry[] {
  return timeline.turns.flatMap((turn) => turn.entries.filter((entry) => entry.kind === kind));
}

test.each(Object.entries(scripts))("%s folds the same in one batch and in any batches", async (_name, script) => {
  const { log } = await runIn(script);
  const whole = applyEvents(EMPTY_TIMELINE, log);
  fc.assert(
    fc.property(fc.array(fc.nat(log.length), { maxLength: 6 }), (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), log.length];
      let timeline = EMPTY_TIMELINE;
      edges.slice(1).forEach((edge, index) => {
        // A resumed socket may send events again.
        timeline = applyEvents(timeline, log.slice(Math.max(0, (edges[index] ?? 0) - 2), edge));
      });
      expect(timeline).toEqual(whole);
    }),
  );
});

test("a called tool shows its arguments, its result and who spent the time", async () => {
  const { log } = await runIn(scripts["a called tool"]);
  const timeline = applyEvents(EMPTY_TIMELINE, log);
  const [call] = entriesOf(timeline, "call");
  expect(call).toMatchObject({ status: "ok", isPartial: false, problem: undefined });
  expect(call && toTimeKind(call)).toBe("sandbox");
  expect(call?.kind === "call" && call.paramEvent?.payload).toEqual({ params: { ticket_id: "TK-20241215-001" } });
  expect(entriesOf(timeline, "model")).toHaveLength(3);
  expect(timeline.turns.map((turn) => turn.outcome)).toEqual([null, "continue", "exit"]);
  expect(timeline.head.result?.success).toBe(true);
});

test("a failing tool is a problem in its row, and the run goes on to its end", async () => {
  const { log } = await runIn(scripts["a failing tool"]);
  const timeline = applyEvents(EMPTY_TIMELINE, log);
  const rows = toTimelineRows(timeline, { ...ALL, filter: "problems" });
  expect(rows.map((row) => row.kind === "entry" && row.entry.kind)).toContain("call");
  expect(rows.filter((row) => row.kind === "entry").every((row) => hasProblem(row.entry))).toBe(true);
  expect(timeline.head.state).toBe("completed");
});

test("the turns of a focus mode stand inside the turn that opened it, and that turn ends after them", async () => {
  const { log } = await runIn(scripts["a focus mode"]);
  const timeline = applyEvents(EMPTY_TIMELINE, log);
  expect(timeline.turns.map((turn) => [turn.no, turn.start?.loop, turn.start?.depth])).toEqual([
    [0, undefined, undefined],
    [1, "default", 0],
    [2, "log_analysis", 1],
    [3, "default", 0],
  ]);
  expect(entriesOf(timeline, "focus")).toHaveLength(2);
});

test("events of types this version does not know are passed over", async () => {
  const { log } = await runIn(scripts["a called tool"]);
  const wire: WireEvent[] = log.map((event) => ({ ...event }));
  const stranger = { ...wire[3], seq: log.length + 1, type: "of_tomorrow", payload: {} };
  const timeline = applyEvents(applyEvents(EMPTY_TIMELINE, wire), [stranger as unknown as WireEvent]);
  expect(timeline.turns).toEqual(applyEvents(EMPTY_TIMELINE, wire).turns);
});

test("a payload behind a blob leaves its row in place", async () => {
  const { log } = await runIn(scripts["a called tool"]);
  const wire = log.map(
    ({ payload, ...event }): WireEvent =>
      event.type === "model_request" || event.type === "tool_call_result"
        ? { ...event, blob_digest: "d", blob_size: 20_000 }
        : { ...event, payload },
  );
  const timeline = applyEvents(EMPTY_TIMELINE, wire);
  expect(entriesOf(timeline, "model").every((entry) => entry.kind === "model" && entry.request === undefined)).toBe(
    true,
  );
  expect(entriesOf(timeline, "call")[0]).toMatchObject({ status: "ok", resultEvent: { blob_size: 20_000 } });
});

test("find keeps the rows that hold the words, and the turns they belong to", async () => {
  const { log } = await runIn(scripts["a called tool"]);
  const rows = toTimelineRows(applyEvents(EMPTY_TIMELINE, log), { ...ALL, find: "tk-20241215" });
  expect(rows.map((row) => row.kind)).toContain("turn");
  expect(rows.some((row) => row.kind === "entry" && row.entry.kind === "call")).toBe(true);
  expect(rows.length).toBeLessThan(toTimelineRows(applyEvents(EMPTY_TIMELINE, log), ALL).length);
});
