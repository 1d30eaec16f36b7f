import { expect, test } from "vitest";
import { approvalProblem } from "#server/tree/approval-problem";
import { allowedActions } from "./allowed-actions";
import { toObservation } from "./call-capability";
import { openJournal } from "./journal";
import { placeOfTurn } from "./places";
import { resolveName } from "./resolve";
import { topTask } from "./run-view";
import { createSearchMemo } from "./search-memo";
import {
  createScriptedPorts,
  FOCUS,
  makeCapability,
  makeRunStarted,
  makeView,
  REPORT,
  SHIPPED,
  SKILL,
  TICKET,
} from "./testing";
import type { Turn } from "./turn";

function openTurn(capabilities = SHIPPED, actions?: Turn["view"]["loop"]): Turn {
  const events = [makeRunStarted()];
  const ports = createScriptedPorts({}, events);
  const journal = openJournal(events, ports);
  const view = makeView(capabilities);
  return {
    journal,
    ports,
    signal: new AbortController().signal,
    searches: createSearchMemo(),
    view: actions ? { ...view, loop: actions } : view,
    place: placeOfTurn(topTask(journal.state), 1),
  };
}

test("one name is looked for as tool, forge, skill, then focus mode; refused and unknown are told apart", () => {
  const twin = makeCapability({ name: REPORT.name, type: "skill", skillText: "x" });
  expect(resolveName(makeView([twin, REPORT]), REPORT.name)).toMatchObject({ capability: REPORT });
  expect(resolveName(makeView([twin]), REPORT.name)).toMatchObject({ capability: twin });
  const problem = { code: "draft_refused", message: "It is a draft." };
  const view = makeView([TICKET], { refused: { secret: problem } });
  expect(resolveName(view, "secret")).toEqual({ kind: "refused", problem });
  expect(resolveName(view, "Query_Ticket_Status")).toEqual({
    kind: "unknown",
    near: { names: [TICKET.name], sameLetters: TICKET.name },
  });
  expect(resolveName(view, "grep")).toEqual({ kind: "unknown", near: { names: [], sameLetters: null } });
});

test.each([
  [TICKET, "require_tool"],
  [REPORT, "require_ai_blueprint"],
  [SKILL, "load_capability"],
  [FOCUS, "load_capability"],
])("the suggestion for $name says which action uses it", (capability, action) => {
  expect(resolveName(makeView([capability]), capability.name)).toMatchObject({
    suggestion: expect.stringContaining(action),
  });
});

test("only approval type none runs without a person", () => {
  expect(approvalProblem(TICKET)).toBeNull();
  expect(approvalProblem({ ...TICKET, approvalType: "plan_confirm" })).toMatchObject({ code: "forbidden" });
});

test("a loop is offered the actions of its focus mode that have something to act on", () => {
  const settings = (actions: ("require_tool" | "finish")[]) => ({ instructions: "", actions });
  expect(allowedActions(openTurn([SKILL]))).toEqual(["directly_answer", "load_capability", "finish"]);
  expect(allowedActions(openTurn(SHIPPED, settings(["require_tool", "finish"])))).toEqual(["require_tool", "finish"]);
  expect(allowedActions(openTurn([SKILL], settings(["require_tool"])))).toEqual(["directly_answer"]);
});

test("a long output says how much of it the model reads; a partial one says why", () => {
  expect(toObservation({ a: 1 }, false)).toBe('{"a":1}');
  expect(toObservation("x".repeat(9000), false)).toMatch(/^x{8000} \.\.\. \(the first 8000 of 9000 characters;/);
  expect(toObservation("x", true)).toMatch(/^Partial result, since no model is connected/);
});

test("a query is searched once a revision", () => {
  const view = makeView(SHIPPED);
  let searches = 0;
  const counted = {
    ...view,
    index: {
      ...view.index,
      search: () => {
        searches += 1;
        return [];
      },
    },
  };
  const memo = createSearchMemo();
  memo("ticket", { view: counted, loop: "default" });
  memo("ticket", { view: { ...counted }, loop: "default" });
  expect(searches).toBe(1);
  memo("ticket", { view: { ...counted, revision: "rev-2" }, loop: "default" });
  expect(searches).toBe(2);
});
