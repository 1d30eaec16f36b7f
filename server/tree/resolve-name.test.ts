import { expect, test } from "vitest";
import type { CapabilityType } from "#server/capability/contract";
import { compareTypes, toNameLetters, toResolution } from "./resolve-name";

test.each<[CapabilityType, string]>([
  ["tool", 'is a tool, not a forge or skill. Use it by require_tool {"tool_require_payload": "a"}.'],
  ["forge", 'is a forge, not a tool or skill. Use it by require_ai_blueprint {"blueprint_payload": "a"}.'],
  ["skill", 'is a skill, not a tool or forge. Use it by load_capability {"capability_identifier": "a"}.'],
  ["focus_mode", 'is a focus mode: only load_capability {"capability_identifier": "a"} opens it.'],
])("a %s is told by what it is and the action that uses it", (type, says) => {
  const resolution = toResolution("a", [type]);
  expect(resolution).toMatchObject({ type, alternatives: [], near: [] });
  expect(resolution.suggestion).toContain(says);
  expect(resolution.suggestion).toContain("Do not try this action with it again.");
});

test.each<[CapabilityType[], CapabilityType, CapabilityType[]]>([
  [["tool", "skill"], "tool", ["skill"]],
  [["skill", "forge", "tool"], "skill", ["tool", "forge"]],
  [["tool", "focus_mode"], "tool", []],
  [["forge", "focus_mode", "skill"], "forge", ["skill"]],
  [["skill", "skill"], "skill", []],
])("of %j the first counts, and a focus mode is no alternative", (types, type, alternatives) => {
  const resolution = toResolution("a", types);
  expect(resolution.type).toBe(type);
  expect(resolution.alternatives.map((alternative) => alternative.type)).toEqual(alternatives);
  for (const other of alternatives) expect(resolution.suggestion).toContain(`as a ${other}`);
});

test("types stand in the order tool, forge, skill, focus mode", () => {
  const types: CapabilityType[] = ["focus_mode", "skill", "forge", "tool"];
  expect(types.sort(compareTypes)).toEqual(["tool", "forge", "skill", "focus_mode"]);
});

test("an unknown name is to be verified and not retried; what is near is offered and not taken", () => {
  expect(toResolution("grep", [])).toEqual({
    name: "grep",
    type: null,
    action: null,
    suggestion: 'Nothing is called "grep". Verify the name; asking again changes nothing.',
    alternatives: [],
    near: [],
  });
  expect(toResolution("greq", [], { names: ["grep", "gre"], sameLetters: null })).toMatchObject({
    type: null,
    suggestion: expect.stringContaining("Nearest names: grep, gre."),
    near: ["grep", "gre"],
  });
  expect(toResolution("Grep", [], { names: ["grep"], sameLetters: "grep" }).suggestion).toContain(
    'Did you mean "grep"?',
  );
});

test.each(["queryTicketStatus", "query_ticket_status", "Query-Ticket-Status", "query.ticket status"])(
  "%s has the letters of one name",
  (name) => expect(toNameLetters(name)).toBe("queryticketstatus"),
);
