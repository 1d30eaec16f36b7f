import { expect, test } from "vitest";
import { applyFixes, findFixable } from "./apply-fixes";
import type { Issue } from "./draft-model";

function makeIssue(line: number, [column, endColumn]: [number, number], fix?: string): Issue {
  const place = { file: "CAPABILITY.yaml", path: "", line, column, endLine: line, endColumn };
  return { severity: "error", code: "unquoted_value", message: "", ...place, ...(fix === undefined ? {} : { fix }) };
}

const TEXT = "name: a\nwhen: b: c\r\ndescription: d: e\n";
const WHEN = makeIssue(2, [1, 11], 'when: "b: c"');
const DESCRIPTION = makeIssue(3, [1, 18], 'description: "d: e"');

test.each([
  ["one", [WHEN], 'name: a\nwhen: "b: c"\r\ndescription: d: e\n'],
  ["several at once", [WHEN, DESCRIPTION], 'name: a\nwhen: "b: c"\r\ndescription: "d: e"\n'],
  ["none for a line that is gone", [makeIssue(9, [1, 2], "x")], TEXT],
  [
    "only one of two that overlap",
    [DESCRIPTION, makeIssue(3, [14, 18], "x")],
    "name: a\nwhen: b: c\r\ndescription: x\n",
  ],
])("%s", (_, issues, fixed) => expect(applyFixes(TEXT, findFixable(issues, "CAPABILITY.yaml"))).toBe(fixed));

test("findings of other files and those without a fix are left alone", () => {
  expect(findFixable([WHEN, makeIssue(1, [1, 2]), { ...DESCRIPTION, file: "SKILL.md" }], "CAPABILITY.yaml")).toEqual([
    WHEN,
  ]);
});
