import { expect, test } from "vitest";
import type { EventDraft, RunEvent } from "./events";
import { checkpointOf, LogMismatch, openJournal } from "./journal";
import { ANSWER, ASK_TICKET, makeRunStarted, runIn, TICKET_ARGUMENTS } from "./testing";

const PLACE = { turn: 1, task_id: "task", parent_task_id: "", span_id: "turn_1", parent_span_id: "run" };
const thought = (text: string) => ({ ...PLACE, type: "thought", payload: { thought: text } }) as const;

function open(events: readonly RunEvent[]) {
  const appends: EventDraft[][] = [];
  const append = async (drafts: readonly EventDraft[]) => {
    appends.push([...drafts]);
    return [];
  };
  return { appends, journal: openJournal(events, { append }) };
}

test("what the log has is read back, not made again; after it, what is made is queued for one append", async () => {
  const stored: RunEvent = { ...makeRunStarted(), ...thought("stored") };
  const { journal, appends } = open([makeRunStarted(), stored]);
  const neverMade = () => {
    throw new Error("made again");
  };
  expect(journal.record("thought", neverMade).payload).toEqual({ thought: "stored" });
  journal.record("thought", () => thought("one"));
  journal.record("thought", () => thought("two"));
  expect(appends).toEqual([]);
  await journal.flush();
  await journal.flush();
  expect(appends).toEqual([[thought("one"), thought("two")]]);
});

test("a log that tells another story is a mismatch that says where", () => {
  const stored: RunEvent = { ...makeRunStarted(), ...thought("stored") };
  const { journal } = open([makeRunStarted(), stored]);
  expect(() => journal.recall("observation")).toThrow(LogMismatch);
  expect(() => journal.recall("observation")).toThrow(
    "event 2 of the log is thought where the loop records observation",
  );
});

test("events of the run's owner are passed over, and change the state", () => {
  const interrupted: RunEvent = { ...makeRunStarted(), type: "run_state", payload: { state: "interrupted" } };
  const streamed: RunEvent = { ...makeRunStarted(), type: "stream", payload: { requestId: "r", text: "abc" } };
  const stored: RunEvent = { ...makeRunStarted(), ...thought("stored") };
  const { journal } = open([makeRunStarted(), streamed, interrupted, streamed, stored]);
  expect(journal.upcoming()?.type).toBe("thought");
  expect(journal.state.status).toBe("interrupted");
  expect([journal.streamedCharacters("r"), journal.streamedCharacters("other")]).toEqual([6, 0]);
});

test("a turn is read back from the end of the one before it", async () => {
  const { log } = await runIn({ replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER] });
  const firstEnd = log.findIndex((event) => event.type === "turn_finished") + 1;
  expect(checkpointOf([makeRunStarted()])).toBe(1);
  expect(checkpointOf(log.slice(0, firstEnd - 1))).toBe(1);
  expect(checkpointOf(log.slice(0, firstEnd + 5))).toBe(firstEnd);
});
