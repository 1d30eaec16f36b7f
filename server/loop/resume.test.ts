import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RunEvent, TERMINAL_STATES } from "./events";
import { runLoop } from "./run-loop";
import { stateOf } from "./state-of";
import {
  ANSWER,
  ASK_TICKET,
  act,
  countEndedCalls,
  createScriptedPorts,
  makeRunStarted,
  runIn,
  TICKET,
  TICKET_ARGUMENTS,
  typesOf,
  type World,
} from "./testing";

const FOCUS_ON = act("load_capability", { capability_identifier: "log_analysis" });
const LOAD_SKILL = act("load_capability", { capability_identifier: "incident-summary" });
const FORGE = act("require_ai_blueprint", { blueprint_payload: "log-report" });
const UNKNOWN = act("require_tool", { tool_require_payload: "nothing_like_it" });
const DIRECT = act("directly_call_tool", {
  directly_call_tool_name: TICKET.name,
  directly_call_tool_params: { ticket_id: "TK-1" },
});
const FAIL = { fail: { code: "E_TIMEOUT", message: "It took too long." } };
const DOWN = { fail: { code: "model_unreachable", message: "Nobody answers." } };

const NO_ABORT = new AbortController().signal;

/** Ends a run from each of its prefixes and compares with the whole. */
async function expectResumable(world: Partial<World>, start: { max?: number } = {}): Promise<number> {
  const { log } = await runIn(world, start);
  const ending = stateOf(log);
  for (let cut = 1; cut <= log.length; cut += 1) {
    const prefix = log.slice(0, cut);
    const ports = createScriptedPorts(world, prefix);
    const status = await runLoop(prefix, ports, { signal: NO_ABORT });
    const where = `cut after event ${cut}, ${prefix.at(-1)?.type}`;
    expect(typesOf(ports.log), where).toEqual(typesOf(log));
    expect(withoutChance(stateOf(ports.log)), where).toEqual(withoutChance(ending));
    expect(status, where).toBe(ending.status);
    const count = (type: string) => log.filter((event) => event.type === type).length;
    const had = (type: string) => prefix.filter((event) => event.type === type).length;
    expect(ports.requests, `${where}: model calls`).toHaveLength(count("model_result") - had("model_result"));
    expect(ports.calls, `${where}: calls`).toHaveLength(countEndedCalls(log) - countEndedCalls(prefix));
    if (cut === log.length) expect(ports.appends).toEqual([]);
  }
  return log.length;
}

/** A state without clocks and ids, which differ from one ending of a run to another. */
function withoutChance(state: ReturnType<typeof stateOf>): unknown {
  return JSON.parse(
    JSON.stringify(state, (key, value) =>
      ["startedAt", "durationMs", "nonce", "executionId"].includes(key) ? 0 : value,
    ),
  );
}

describe("a run goes on from any prefix of its events", () => {
  test.each<[string, Partial<World>, { max?: number }?]>([
    ["an answer", { replies: [ANSWER] }],
    ["a tool", { replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER], outcomes: [{ found: true }] }],
    ["a failing tool", { replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER], outcomes: [FAIL] }],
    ["a call that a person stopped", { replies: [DIRECT, ANSWER], outcomes: ["cancelled"] }],
    ["arguments at the second attempt", { replies: [ASK_TICKET, "{}", TICKET_ARGUMENTS, ANSWER] }],
    ["arguments that stay invalid", { replies: [ASK_TICKET, "{}", "{}", "{}", ANSWER] }],
    ["a forge and its conclusion", { replies: [FORGE, "{}", ANSWER] }],
    ["a skill, twice", { replies: [LOAD_SKILL, LOAD_SKILL, ANSWER] }],
    ["an unknown name, twice", { replies: [UNKNOWN, UNKNOWN, ANSWER] }],
    ["a focus mode with a call in it", { replies: [FOCUS_ON, DIRECT, ANSWER, ANSWER] }],
    ["a focus mode that fails", { replies: [FOCUS_ON, "x", "x", "x", "x", "x", ANSWER] }],
    ["a model that goes down in a focus mode", { replies: [FOCUS_ON, DOWN] }],
    ["a model that goes down over arguments", { replies: [ASK_TICKET, DOWN] }],
    ["five answers that are none", { replies: ["hm"] }],
    ["the limit", { replies: [DIRECT] }, { max: 3 }],
  ])("%s", async (_, world, start) => {
    expect(await expectResumable(world, start)).toBeGreaterThan(5);
  });

  test("any script of replies and outcomes", async () => {
    const reply = fc.constantFrom(
      ASK_TICKET,
      TICKET_ARGUMENTS,
      DIRECT,
      FORGE,
      LOAD_SKILL,
      UNKNOWN,
      FOCUS_ON,
      ANSWER,
      "hm",
    );
    const outcome = fc.constantFrom<World["outcomes"][number]>({ found: true }, FAIL, "cancelled");
    await fc.assert(
      fc.asyncProperty(
        fc.array(reply, { minLength: 1, maxLength: 8 }),
        fc.array(outcome, { minLength: 1, maxLength: 4 }),
        async (replies, outcomes) => {
          await expectResumable({ replies, outcomes }, { max: 4 });
        },
      ),
      { numRuns: 12 },
    );
  });

  test("a run interrupted and queued again in the middle of a call asks nothing twice", async () => {
    const world = { replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER], outcomes: [{ found: true }] };
    const { log } = await runIn(world);
    const prefix = log.slice(
      0,
      log.findIndex((event) => event.type === "tool_call_result"),
    );
    const state = (of: "interrupted" | "queued") =>
      ({ ...makeRunStarted(), type: "run_state", payload: { state: of } }) as const;
    const interrupted = [...prefix, state("interrupted"), state("queued")];
    const ports = createScriptedPorts(world, interrupted);
    expect(await runLoop(interrupted, ports, { signal: NO_ABORT })).toBe("completed");
    expect([ports.requests.length, ports.calls.length]).toEqual([1, 1]);
    expect(ports.appends[0]?.[0]).toMatchObject({ type: "run_state", payload: { state: "running" } });
    expect(typesOf(ports.log)).toEqual(typesOf(log));
  });

  test("a turn that the log tells otherwise is superseded by a fresh one", async () => {
    const { log } = await runIn({ replies: [ANSWER] });
    const odd = log.filter((event) => ["run_started", "turn_started", "model_request"].includes(event.type));
    const ports = createScriptedPorts({ replies: [ANSWER] }, odd);
    expect(await runLoop(odd, ports, { signal: NO_ABORT })).toBe("completed");
    expect(typesOf(ports.log).slice(3, 6)).toEqual(["turn_finished", "turn_started", "discovery"]);
    expect(ports.log.find((event) => event.type === "turn_finished")?.payload).toMatchObject({ outcome: "superseded" });
  });

  test("a call that recovery closed is not called again behind its back", async () => {
    const world = { replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER] };
    const { log } = await runIn(world);
    const start = log.findIndex((event) => event.type === "tool_call_start");
    const problem = { code: "interrupted", message: "The server stopped." };
    const closed: RunEvent = {
      ...makeRunStarted(),
      type: "tool_call_error",
      payload: { problem, executionId: null, durationMs: 0 },
    };
    const prefix = [...log.slice(0, start + 2), closed];
    const ports = createScriptedPorts({ replies: [ANSWER] }, prefix);
    expect(await runLoop(prefix, ports, { signal: NO_ABORT })).toBe("completed");
    expect(ports.calls).toEqual([]);
    expect(ports.log.find((event) => event.type === "observation")?.payload).toMatchObject({
      observation: "The server stopped.",
    });
  });
});

describe("an interrupted turn whose catalog is gone", () => {
  const world = { replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER], outcomes: [{ found: true }] };

  test.each<[string, string, RegExp]>([
    ["tool_call_status", "superseded", /was interrupted.*It may have run/],
    ["tool_call_done", "superseded", /^\{"found":true\}$/],
  ])("after %s ends as %s and says what it knows", async (type, outcome, words) => {
    const { log } = await runIn(world);
    const prefix = log.slice(0, log.findIndex((event) => event.type === type) + 1);
    const ports = createScriptedPorts({ ...world, replies: [ANSWER], revision: "rev-2" }, prefix);
    expect(await runLoop(prefix, ports, { signal: NO_ABORT })).toBe("completed");
    const fresh = ports.log.slice(prefix.length);
    expect(fresh.find((event) => event.type === "observation")?.payload).toMatchObject({
      observation: expect.stringMatching(words),
    });
    expect(fresh.find((event) => event.type === "turn_finished")?.payload).toMatchObject({ outcome });
    expect(fresh.find((event) => event.type === "turn_started")?.payload).toMatchObject({ revision: "rev-2" });
    expect(ports.calls).toEqual([]);
  });

  test("an answer that was given stands", async () => {
    const { log } = await runIn({ replies: [ANSWER] });
    const prefix = log.slice(0, log.findIndex((event) => event.type === "action") + 1);
    const ports = createScriptedPorts({ revision: "rev-2" }, prefix);
    expect(await runLoop(prefix, ports, { signal: NO_ABORT })).toBe("completed");
    expect(ports.log.at(-1)?.payload).toMatchObject({ result: "It stands at development." });
    expect(ports.requests).toEqual([]);
  });
});

describe("cancel", () => {
  const worlds: [string, Partial<World>][] = [
    ["a tool", { replies: [ASK_TICKET, TICKET_ARGUMENTS, ANSWER], outcomes: [{ found: true }] }],
    ["a focus mode", { replies: [FOCUS_ON, DIRECT, ANSWER, ANSWER] }],
    ["a rejected answer", { replies: ["hm", DIRECT, ANSWER] }],
  ];

  test.each(worlds)("at every await point of %s leaves one terminal state and nothing open", async (_, world) => {
    let awaits = 0;
    await runIn({
      ...world,
      onAwait: () => {
        awaits += 1;
      },
    });
    expect(awaits).toBeGreaterThan(3);
    for (let point = 1; point <= awaits; point += 1) {
      const cancel = new AbortController();
      let seen = 0;
      const onAwait = () => {
        seen += 1;
        if (seen === point) cancel.abort();
      };
      const { log } = await runIn({ ...world, onAwait }, {}, cancel.signal);
      expectClosed(typesOf(log), `await ${point}`);
      const states = log.flatMap((event) => (event.type === "run_state" ? [event.payload.state] : []));
      const terminal = states.filter((state) => TERMINAL_STATES.has(state));
      expect(terminal, `await ${point}`).toEqual([point === awaits ? "completed" : "cancelled"]);
      expect(log.at(-1)).toMatchObject({ type: "result", payload: { success: point === awaits } });
    }
  });

  test.each(worlds)(
    "a cancelled run of %s can be ended from any prefix, also with the abort still on",
    async (_, world) => {
      const { log } = await runIn(world);
      for (let cut = 1; cut < log.length; cut += 1) {
        const prefix = log.slice(0, cut);
        const ports = createScriptedPorts(world, prefix);
        const cancelled = new AbortController();
        cancelled.abort();
        const status = await runLoop(prefix, ports, { signal: cancelled.signal });
        expect(["cancelled", "completed"]).toContain(status);
        expectClosed(typesOf(ports.log), `cut ${cut}`);
        expect([ports.requests.length, ports.calls.length]).toEqual([0, 0]);
        for (let again = cut; again < ports.log.length; again += 1) {
          const torn = ports.log.slice(0, again);
          const next = createScriptedPorts({ ...world, replies: [ANSWER] }, torn);
          expect(TERMINAL_STATES.has(await runLoop(torn, next, { signal: NO_ABORT }))).toBe(true);
          expectClosed(typesOf(next.log), `cut ${cut}, torn at ${again}`);
        }
      }
    },
  );
});

function expectClosed(types: readonly string[], where: string): void {
  const count = (...names: string[]) => types.filter((type) => names.includes(type)).length;
  expect(count("turn_finished"), `${where}: turns`).toBe(count("turn_started"));
  expect(count("lose_focus"), `${where}: focus`).toBe(count("focus_on"));
  expect(count("tool_call_done", "tool_call_error", "tool_call_user_cancel"), `${where}: calls`).toBe(
    count("tool_call_start"),
  );
  expect(count("success_react_task", "fail_react_task"), `${where}: ends`).toBe(1);
  expect(count("result"), `${where}: results`).toBe(1);
  expect(types.at(-1), where).toBe("result");
}
